"""How a page in the frame looks where it brings no style sheet of its own: calm and readable."""

_STYLE = """
:root { color-scheme: light; background: #fff; color: #1c1c1c; }
html { font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
body { margin: 1rem; }
img { max-width: 100%; height: auto; min-width: 1.2em; min-height: 1.2em; background: #e9ecef; }
a[data-link] { color: #1a5fb4; text-decoration: underline; }
table { border-collapse: collapse; } td, th { padding: .15em .4em; vertical-align: top; }
pre { white-space: pre-wrap; }
[data-t=button], [data-t=input], [data-t=select], [data-t=textarea] {
  display: inline-block; min-width: 2em; min-height: 1.3em; padding: .1em .5em; border: 1px solid #c4c8cc;
  border-radius: 4px; background: #f5f6f7; color: #444; font-size: .9em; }
[data-t=option] { display: none; } [data-t=option]:first-child { display: inline; }
[data-t=iframe], [data-t=frame], [data-t=object], [data-t=embed], [data-t=applet], [data-t=video], [data-t=audio],
[data-t=canvas] { display: inline-block; min-width: 8em; min-height: 3em; border: 1px dashed #b6bbc0;
  background: #f5f6f7; }
[data-t=iframe]::after, [data-t=frame]::after, [data-t=object]::after, [data-t=embed]::after, [data-t=applet]::after,
[data-t=video]::after, [data-t=audio]::after, [data-t=canvas]::after {
  content: attr(data-t); font: 12px system-ui, sans-serif; color: #6b7177; padding: .3em .5em; display: block; }
[data-t=svg] { display: inline-block; width: 1em; height: 1em; }
"""
_LAST = """
html, body { height: auto !important; min-height: 0 !important; overflow: visible !important; }
/* What is not shown takes little room, however large it was. */
[data-t=img], [data-t=svg], [data-t=iframe], [data-t=frame], [data-t=object], [data-t=embed], [data-t=applet],
[data-t=video], [data-t=audio], [data-t=canvas] { max-width: 100% !important; max-height: 90px !important; }
.w-note { margin: 2rem 0; padding: .6rem 1rem; border-left: 4px solid #d68910; font: 15px system-ui, sans-serif; }
* { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
"""
HEAD = (
    "<head><title>page</title><style>"
    + _STYLE.replace("{", "{{").replace("}", "}}")
    + "</style><style>{style}</style><style>"
    + _LAST.replace("{", "{{").replace("}", "}}")
    + "{last}</style></head>"
)
"""The head of a frame; `style` is the page's own, `last` one of ours."""
