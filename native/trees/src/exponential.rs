//! Margins as probabilities, the same to the last bit on every machine.
//!
//! In words: an exponential is a power of two times the exponential of a rest that is at most half of ln 2, and that is
//! a short series. Only sums and products are used, which every machine rounds alike; libraries' exponentials differ in
//! the last bit.

/// ln 2 in two parts; a whole number of some hundreds times the first is exact.
const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
/// Beyond it a probability is 0 or 1 for all purposes, and powers of two are still ordinary numbers.
const LIMIT: f64 = 700.0;
/// The last term of the series: the next is less than the last bit of the sum.
const LAST_TERM: u32 = 14;

/// The exponential of a number, cut off at ±700.
#[inline]
pub fn exponential(number: f64) -> f64 {
    let number = number.clamp(-LIMIT, LIMIT);
    let power = (number * std::f64::consts::LOG2_E + 0.5).floor();
    let (high, low) = (number - power * LN_2_HIGH, power * LN_2_LOW);
    let rest = high - low;
    let lost = (high - rest) - low; // in the rounding of the rest
    let mut series = 1.0;
    for term in (3..=LAST_TERM).rev() {
        series = 1.0 + rest * series / f64::from(term);
    }
    let sum = 1.0 + (rest + (lost + rest * rest * series / 2.0)); // the small first: only the last sum is rounded much
    sum * f64::from_bits(((1023 + power as i64) as u64) << 52)
}

/// How probable each of two things is whose odds have these logarithms.
pub fn logistic(margins: &[f32]) -> Vec<f64> {
    margins.iter().map(|&margin| 1.0 / (1.0 + exponential(-f64::from(margin)))).collect::<Vec<_>>()
}

/// How probable each of several things is, of which one is true.
pub fn shares(margins: &[f32]) -> Vec<f64> {
    let most = margins.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares = margins.iter().map(|&margin| exponential(f64::from(margin) - f64::from(most))).collect::<Vec<_>>();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_near_the_library_s() {
        for step in -4000..=4000 {
            let number = f64::from(step) * 0.0173;
            let ratio = exponential(number) / number.exp();
            assert!((ratio - 1.0).abs() < 1e-15, "{number}: {ratio}");
        }
        assert_eq!(exponential(0.0), 1.0);
        assert!(exponential(-1e9) > 0.0 && exponential(f64::INFINITY).is_finite());
    }

    #[test]
    fn shares_are_one_in_all() {
        assert_eq!(logistic(&[0.0, f32::INFINITY])[0], 0.5);
        assert_eq!(shares(&[1.0, 1.0]), [0.5, 0.5]);
        assert!(shares(&[]).is_empty());
    }
}
