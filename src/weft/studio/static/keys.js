// Keys: a table of what each one does. Nothing happens while a person writes, or holds Ctrl, Alt or the command key.

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

export function onKeys(table) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest?.(WRITING) || document.querySelector("dialog[open]")) return;
    const act = table[event.key];
    if (!act || act(event) === false) return; // false: not for us, the browser goes on
    event.preventDefault();
  });
}
