// The copy button of a block with prompts copies what one types: no prompts, no output.
document.addEventListener("click", event => {
  const button = event.target.closest("[data-clipboard-target]")
  const code = button && document.querySelector(button.dataset.clipboardTarget)
  const lines = code ? code.innerText.split("\n") : []
  const prompts = lines.some(line => line.startsWith(">>> ")) ? [">>> ", "... "] : ["$ "]
  if (!prompts.includes(lines[0]?.slice(0, prompts[0].length))) return
  const typed = []
  let open = false // the line before ends in a backslash
  for (const line of lines) {
    const prompt = prompts.find(prompt => line.startsWith(prompt))
    if (prompt || open) typed.push(prompt ? line.slice(prompt.length) : line)
    open = (prompt || open) && line.endsWith("\\")
  }
  button.dataset.clipboardText = typed.join("\n")
}, true)
