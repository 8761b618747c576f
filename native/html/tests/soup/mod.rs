//! Random pages, the same ones in every run.

/// A generator of random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }

    fn word(&mut self, words: &'static str) -> &'static str {
        let words: Vec<&str> = words.split(' ').collect();
        words[self.below(words.len())]
    }
}

/// Groups of tags that have rules in common: a page mixes a few groups, so that the rules meet each other.
const GROUPS: &[&str] = &[
    "table tbody thead tfoot tr td th caption colgroup col",
    "b i a em strong font nobr code u s small big strike tt",
    "p div ul li ol dl dt dd h1 h2 h3 address section article blockquote pre listing center main",
    "svg math mi mo mn ms mtext mglyph malignmark annotation-xml foreignObject desc title path g image font a script",
    "select option optgroup hr input textarea button keygen datalist form selectedcontent fieldset label",
    "html head body frameset frame noframes base link meta title style script noscript template",
    "template tr td col caption table div select svg",
    "ruby rb rt rtc rp span x-y object applet marquee img image br wbr area embed param source track isindex",
    "iframe noembed xmp plaintext style script textarea title noscript",
    "p button table b form a div span",
];
const ATTRIBUTES: &[&str] = &[
    "class=a",
    "id=\"b\"",
    "CLASS='c'",
    "href=\"?a=1&b=2&copy=3&amp;d\"",
    "type=hidden",
    "type=HIDDEN",
    "color=red",
    "encoding=text/html",
    "encoding=\"APPLICATION/xhtml+xml\"",
    "viewbox=1",
    "definitionurl=x",
    "xlink:href=\"#a\"",
    "xml:lang=en",
    "a",
    "b=",
    "c = d",
    "=e",
    "f=\"\0&#0;&#65\"",
    "g='&not;&notin'",
    "\"h",
    "i/j",
    "/",
    "k=l/",
    "a=2",
    "é=ü",
    "M\0N=1",
    "shadowrootmode=open",
    "form=x",
    "<o",
    "attributename=x",
    "xmlns=y",
    "p=\n'q'",
];
const TEXTS: &[&str] = &[
    " ", "\n", "\t \n", "x", "two words", " a ", "é", "\0", "a\0b", "\u{c}", "<", "<3", "&", "a & b", "]]>", "-->",
    "--", "日本", "\u{feff}", "&#13;",
];
const REFERENCES: &[&str] = &[
    "&amp;", "&nbsp;", "&lt", "&notit;", "&notin;", "&not", "&#65;", "&#x41", "&#0;", "&#128;", "&#xD800;",
    "&#x110000;", "&#", "&#x", "&#x;", "&;", "&bogus;", "&copy", "&NotEqualTilde;", "&AMP", "&#10;", "&#10",
    "&NewLine;", "&apos;", "&ThickSpace;", "&nGt;", "&am", "&#1114111;",
];
const ODDITIES: &[&str] = &[
    "<!-- c -->",
    "<!---->",
    "<!-->",
    "<!--->",
    "<!--a--!>",
    "<!--a-->",
    "<!--a--!-->",
    "<!-- <!-- -->",
    "<!--<!--!>",
    "<!---!>",
    "<!",
    "<!x>",
    "<!>",
    "<?pi?>",
    "</>",
    "</ x>",
    "</3>",
    "<!--",
    "--!>",
    "<![CDATA[a<b>]]>",
    "<![CDATA[",
    "<![CDATA[\0]]]>",
    "<![cdata[x]]>",
    "<!doctype html>",
    "<!DOCTYPE>",
    "<!doctype x>",
    "<!doctype",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "</p>",
    "</br>",
    "</body>",
    "</html>",
    "</head>",
    "</table>",
    "</template>",
    "</form>",
    "</select>",
    "</script>",
    "</sCRipt >",
    "</title/>",
    "</textarea\n>",
    "</style x=y>",
    "<script><!--",
    "<script>",
    "<!--<script>",
    "</script",
    "--></script>",
    "<pre>\n",
    "<textarea>\n",
    "<textarea>&#10;",
    "<listing>\n\n",
    "<pre>&#10",
    "<pre></>\n",
    "<p/>",
    "<svg/>",
    "<math/>",
    "<br/>",
    "<div/>",
    "<svg><desc>",
    "<svg><title>",
    "<math><mi>",
    "<math><annotation-xml encoding=text/html>",
    "<math><annotation-xml>",
    "<a",
    "<a b",
    "<a b=",
    "<a b='",
    "</a b",
    "<table><tr><td>",
    "<table><caption>",
    "<template><tr>",
    "<select><option>",
];

/// A page of random tags, text and broken markup.
pub fn page(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let groups: Vec<&'static str> = (0..1 + random.below(3)).map(|_| random.pick(GROUPS)).collect();
    let mut page = String::new();
    if random.below(2) == 0 {
        page.push_str("<!doctype html>");
    }
    let longest = if random.below(8) == 0 { 200 } else { 40 };
    for _ in 0..1 + random.below(longest) {
        let group = groups[random.below(groups.len())];
        match random.below(20) {
            0..=8 => start_tag(random, group, &mut page),
            9..=13 => end_tag(random, group, &mut page),
            14..=16 => page.push_str(random.pick(TEXTS)),
            17 => page.push_str(random.pick(REFERENCES)),
            _ => page.push_str(random.pick(ODDITIES)),
        }
    }
    page
}

/// Elements that swallow markup: most of them are closed again, lest nothing else of a page be parsed.
const RAW: &[&str] = &["iframe", "noembed", "noframes", "xmp", "style", "script", "textarea", "title", "plaintext"];

fn start_tag(random: &mut Random, group: &'static str, page: &mut String) {
    let name = random.word(group);
    if name == "plaintext" && random.below(4) != 0 {
        return;
    }
    page.push('<');
    page.push_str(name);
    for _ in 0..random.below(5).saturating_sub(2) {
        page.push(' ');
        page.push_str(random.pick(ATTRIBUTES));
    }
    page.push_str(if random.below(12) == 0 { "/>" } else { ">" });
    if RAW.contains(&name) && random.below(4) != 0 {
        page.push_str(random.pick(TEXTS));
        page.push_str(&format!("</{name}>"));
    }
}

fn end_tag(random: &mut Random, group: &'static str, page: &mut String) {
    page.push_str("</");
    page.push_str(random.word(group));
    page.push('>');
}

/// The page with a few of its characters dropped, doubled, replaced or moved.
pub fn mutate(page: &str, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut characters: Vec<char> = page.chars().collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(characters.len());
        let marks = ['<', '>', '/', '&', '"', '\'', '-', '!', '\0', ' ', '=', ';', '\n', ']', 'A', '#'];
        match random.below(4) {
            0 if !characters.is_empty() => drop(characters.remove(at)),
            1 if !characters.is_empty() => characters[at] = marks[random.below(marks.len())],
            2 => characters.insert(at, marks[random.below(marks.len())]),
            _ => {
                let end = (at + random.below(12)).min(characters.len());
                let moved: Vec<char> = characters.drain(at..end).collect();
                let to = random.below(characters.len() + 1);
                characters.splice(to..to, moved);
            }
        }
    }
    characters.into_iter().collect()
}
