// Undo and redo: the server knows the last change of this person, so both work over reloads.
import { inTurn, post } from "./api.js";
import { say, sayError } from "./messages.js";
import { _, said } from "./words.js";

export function goBack(direction, number, refresh) {
  return inTurn(async () => {
    try {
      const change = await post(`/api/${direction}`);
      const elsewhere = change.page !== null && change.page !== undefined && change.page !== number;
      const link = elsewhere ? { href: `/page/${change.page}`, text: _("page {number}", { number: change.page }) } : null;
      const what = said(change.what.replace(/^(undid|redid): /, ""));
      say(direction === "undo" ? _("Undone: {what}", { what }) : _("Done again: {what}", { what }), { link });
      await refresh();
    } catch (error) {
      if (error.status === 404) say(direction === "undo" ? _("Nothing to undo.") : _("Nothing to redo."));
      else if (error.status === 409) say(`${error.message} ${error.advice}`, { bad: true });
      else sayError(error);
    }
  });
}
