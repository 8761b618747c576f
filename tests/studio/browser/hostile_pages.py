"""Pages that try to run, to load from a canary, to leave the frame, or to cover the window."""

from weft.io import RawPage

TEXT = "The weaver came to the old mill before it grew dark and told the others what she had found there."
FLAG = "top.ran=1;parent.ran=1;window.ran=1"

BODIES = (
    # scripts
    "<script>FLAG;fetch('LOAD')</script><script src='LOAD.js'></script><script type=module>FLAG</script>",
    # handlers
    "<img src='LOAD.png' onerror='FLAG' onload='FLAG'><body onload='FLAG'><svg onload='FLAG'></svg>",
    # links
    "<a href='javascript:FLAG'>press</a><a href='LOAD' target=_top ping='LOAD'>go</a><p>Text stays.</p>",
    # the head
    "<meta http-equiv=refresh content='0;url=LOAD'><base href='LOAD/'><link rel=stylesheet href='LOAD.css'>",
    # forms
    "<form action='LOAD'><input name=a autofocus onfocus='FLAG'><button formaction='LOAD'>Send</button></form>",
    # frames
    "<iframe src='LOAD'></iframe><iframe srcdoc='<script>FLAG</script>'></iframe><object data='LOAD'></object>"
    "<embed src='LOAD'><frameset><frame src='LOAD'></frameset>",
    # style sheets
    "<style>@import 'LOAD.css'; body { background: url(LOAD.png) } @font-face { font-family: x; src: url('LOAD.woff') }"
    "p { font-family: x; content: url(LOAD) } * { cursor: url(LOAD), auto }</style>"
    "<p style=\"background-image: url('LOAD.gif'); list-style: u\\72l(LOAD)\">Styled</p>",
    # covers
    "<div style='position:fixed;inset:0;z-index:2147483647;background:black'>COVER</div><p>Under the cover</p>"
    "<style>html,body{position:fixed;width:100vw;height:100vh;overflow:hidden}div{position:fixed!important}</style>",
    # pictures that are programs
    "<svg><use href='LOAD#a'/><image href='LOAD.png'/><foreignObject><body><script>FLAG</script></body></foreignObject>"
    "<animate attributeName=href values='javascript:FLAG'/></svg><math href='javascript:FLAG'>x</math>",
    # media
    "<video src='LOAD' poster='LOAD'></video><audio src='LOAD'></audio><picture><source srcset='LOAD 2x'>"
    "<img srcset='LOAD 1x'></picture><table background='LOAD'><td background='LOAD'>Cell</td></table>",
    # markup that waits
    "<template><script>FLAG</script><img src='LOAD'></template><noscript><img src='LOAD'></noscript>"
    "<details ontoggle='FLAG' open>x</details><input type=image src='LOAD'><isindex action='LOAD'>",
    # markup that is read in two ways
    "<p>]]></p><p title='\"><script>FLAG</script>'>a</p><!--><script>FLAG</script>--><xmp><script>FLAG</script></xmp>"
    "<textarea></textarea><script>FLAG</script></textarea><plaintext><script>FLAG</script><img src='LOAD'>",
)


def hostile(canary: str) -> list[RawPage]:
    """The pages; `canary` is the address of the server that must hear nothing."""
    pages = []
    for number, body in enumerate(BODIES):
        html = f"<html><body><h1>Harm {number}</h1><p>{TEXT}</p>{body}"
        html = html.replace("LOAD", f"{canary}/hit").replace("FLAG", FLAG)
        pages.append(RawPage(id=f"harm/{number}.html", data=html.encode(), url=canary))
    return pages
