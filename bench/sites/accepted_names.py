"""Names that a person would accept for the true attributes of SWDE, by vertical and attribute.

Written from the meaning of each attribute alone, before any page or answer was looked at, and not changed since. A name
is accepted where its words hold those of one of these in a row, with at most `MAX_MORE` words more: `base_msrp` is an
`msrp`, `number_of_price_changes` is no `price`. A number is no such word: of `price_2` something else is the `price`.
"""

MAX_MORE = 2

ACCEPTED: dict[str, dict[str, str]] = {
    "auto": {
        "model": "model title name vehicle car make_model make_and_model year_make_model trim style",
        "price": "price msrp cost retail invoice starting_at from amount",
        "engine": "engine motor engine_type powertrain displacement cylinders",
        "fuel_economy": "fuel_economy mpg mileage fuel_consumption gas_mileage economy consumption epa",
    },
    "book": {
        "title": "title name book product item",
        "author": "author authors by writer written_by contributor contributors",
        "isbn_13": "isbn_13 isbn13 isbn ean ean_13 gtin isbn_ean",
        "publisher": "publisher published_by imprint publishing_house press",
        "publication_date": "publication_date date published pub_date publish_date date_published release_date"
        " publication year published_on released",
    },
    "camera": {
        "model": "model title name product product_name item description",
        "price": "price cost our_price amount sale retail buy_now you_pay",
        "manufacturer": "manufacturer brand maker make mfg mfr vendor made_by company",
    },
    "job": {
        "title": "title job_title position job name role",
        "company": "company employer organization organisation hiring_organization firm company_name advertiser",
        "location": "location city place job_location address where area region city_state",
        "date_posted": "date_posted posted date posting_date posted_on post_date date_of_posting published post",
    },
    "movie": {
        "title": "title name movie film",
        "director": "director directors directed_by direction",
        "genre": "genre genres category categories type",
        "mpaa_rating": "mpaa_rating rated mpaa rating rated_by certificate certification content_rating",
    },
    "nbaplayer": {
        "name": "name title player player_name full_name",
        "team": "team club current_team plays_for",
        "height": "height ht",
        "weight": "weight wt",
    },
    "restaurant": {
        "name": "name title restaurant business",
        "address": "address street location street_address where place",
        "phone": "phone telephone tel phone_number call contact",
        "cuisine": "cuisine cuisines food category categories type cooking",
    },
    "university": {
        "name": "name title school university college institution",
        "phone": "phone telephone tel phone_number call contact",
        "website": "website web url site web_site homepage home_page link web_address internet www",
        "type": "type control sector public_private affiliation public_or_private kind category",
    },
}


def is_accepted(name: str, vertical: str, attribute: str) -> bool:
    """Whether a person would accept the name for the attribute.

    >>> is_accepted("base_msrp", "auto", "price"), is_accepted("price_2", "auto", "price")
    (True, False)
    >>> is_accepted("zmp", "auto", "price"), is_accepted("isbn_13", "book", "isbn_13")
    (False, True)
    """
    words = name.split("_")
    return any(_holds(words, wanted.split("_")) for wanted in _accepted(vertical, attribute))


def _accepted(vertical: str, attribute: str) -> list[str]:
    """The names of the table; an attribute of another data set has its own name."""
    return ACCEPTED.get(vertical, {}).get(attribute, attribute).split()


def _holds(words: list[str], wanted: list[str]) -> bool:
    """Whether the wanted words stand among the words in a row, with few others."""
    for start in range(len(words) - len(wanted) + 1):
        more = words[:start] + words[start + len(wanted) :]
        if words[start : start + len(wanted)] == wanted:
            return len(more) <= MAX_MORE and not any(word.isdigit() for word in more)
    return False
