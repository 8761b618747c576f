// What every view has: the help, and the way back to the overview.
import { onKeys } from "./keys.js";
import { when } from "./messages.js";

const help = document.getElementById("help");
document.getElementById("help-button").addEventListener("click", () => help.showModal());
onKeys({
  "?": () => help.showModal(),
  g: () => location.assign("/"),
});
for (const time of document.querySelectorAll("time")) time.textContent = when(time.textContent);
