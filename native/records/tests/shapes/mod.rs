//! Pages made to take more memory than they have bytes, each about as long as it is asked for.

type Shape = (&'static str, Vec<u8>);

fn many(bytes: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let mut page = String::new();
    let mut number = 0;
    while page.len() < bytes {
        page.push_str(&piece(number));
        number += 1;
    }
    page.into_bytes()
}

fn between(start: &str, inside: Vec<u8>, end: &str) -> Vec<u8> {
    [start.as_bytes(), &inside, end.as_bytes()].concat()
}

/// Formatting elements that stay open, `count` of them with attributes of `length` bytes, over many blocks.
fn reopened(bytes: usize, count: usize, length: usize) -> Vec<u8> {
    let tags: String = (0..count).map(|number| format!("<b a{number}='{}'>", "x ".repeat(length / 2))).collect();
    between(&format!("<p>{tags}</p>"), many(bytes / 2, |_| "<p>x".into()), "")
}

/// The same with `count` attributes on one element.
fn reopened_with_many(bytes: usize, count: usize, class: bool) -> Vec<u8> {
    let attributes: String = (0..count).map(|number| format!(" a{number}")).collect();
    let tag = if class { format!("<b class='{attributes}'>") } else { format!("<b{attributes}>") };
    between(&format!("<p>{tag}</p>"), many(bytes / 2, |_| "<p>x".into()), "")
}

pub fn shapes(bytes: usize) -> Vec<Shape> {
    let utf16 =
        |text: Vec<u8>| [0xFF, 0xFE].into_iter().chain(text.into_iter().flat_map(|byte| [byte, 0x30])).collect();
    vec![
        ("paragraphs", many(bytes, |_| "<p>".into())),
        ("texts", many(bytes, |_| "<p>x".into())),
        ("text between tags", many(bytes, |_| "x<b></b>".into())),
        ("breaks", many(bytes, |_| "x<br>".into())),
        ("ends of paragraphs", many(bytes, |_| "</p>".into())),
        ("cells", between("<table>", many(bytes, |_| "<td>".into()), "")),
        ("tables", many(bytes, |_| "<table><td>x</table>".into())),
        ("text before a table", between("<table>", many(bytes, |_| "x<tr>".into()), "")),
        ("spans of cells", between("<table>", many(bytes, |_| "<td colspan=1000 rowspan=65534>x".into()), "")),
        ("options", between("<select>", many(bytes, |_| "<option>x".into()), "")),
        ("templates", many(bytes, |_| "<template><td>x</template>".into())),
        ("attributes", between("<p", many(bytes, |number| format!(" {number:x}")), ">")),
        ("attributes of many", many(bytes, |number| format!("<p {number:x}>"))),
        ("attributes that come late", many(bytes, |number| format!("<body {number:x}=1>"))),
        ("names", many(bytes, |number| format!("<{}{number:x}/>", 'x'))),
        ("names of drawings", between("<svg>", many(bytes, |number| format!("<x{number:x}/>")), "")),
        ("classes", between("<p class='", many(bytes, |number| format!("{number:x} ")), "'>")),
        ("classes of many", many(bytes, |number| format!("<p class={number:x}>"))),
        ("ids", many(bytes, |number| format!("<p id=x{number}>"))),
        ("references", between("<p title='", many(bytes, |_| "&lt".into()), "'>")),
        ("references in text", many(bytes, |_| "a&lt".into())),
        ("two characters", many(bytes, |_| "&nGt;".into())),
        ("NULs", between("<title>", many(bytes, |_| "\0".into()), "")),
        ("NULs in text", between("<title>", many(bytes, |_| "x\0".into()), "")),
        ("NULs in values", between("<p title='", many(bytes, |_| "\0".into()), "'>")),
        ("NULs in a table", between("<table>", many(bytes, |_| "x\0".into()), "")),
        ("UTF-16", utf16(many(bytes / 2, |_| "x".into()))),
        ("Windows", between("<meta charset=windows-1252>", vec![0x80; bytes], "\r\n")),
        ("broken UTF-8", between("<meta charset=utf-8>", [b'a', 0xFF].repeat(bytes / 2), "\r\n")),
        ("GBK", between("<meta charset=gbk><p>", [0xC4, 0xE3].repeat(bytes / 2), "")),
        ("returns", many(bytes, |_| "\r\n<b>x</b>".into())),
        ("open formatting", reopened(bytes, 60, 4)),
        ("open formatting that is long", reopened(bytes, 1, bytes / 2)),
        ("open formatting, many and long", reopened(bytes, 30, bytes / 60)),
        ("open formatting with attributes", reopened_with_many(bytes, bytes / 16, false)),
        ("open formatting with classes", reopened_with_many(bytes, bytes / 16, true)),
        ("crossed tags", many(bytes, |_| "<b><i><u><p></b></i></u>x</p>".into())),
        ("crossed blocks", many(bytes, |_| format!("<b>{}</b>", "<i><u><div>".repeat(8)) + &"</div>".repeat(8))),
        ("links", many(bytes, |_| "<a href=x>y".into())),
        ("times", many(bytes, |_| "<p>3:1-2".into())),
        ("prices", many(bytes, |number| format!("<td>$ {number}"))),
        ("scripts", many(bytes, |_| "<script>x</script>".into())),
        ("hidden", many(bytes, |_| "<i hidden>x</i>".into())),
        ("Chinese", many(bytes, |_| "<p>今天".into())),
    ]
}
