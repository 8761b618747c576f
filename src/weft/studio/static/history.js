// Undo and redo: the server knows the last change of this person, so both work over reloads.
import { inTurn, post } from "./api.js";
import { say, sayError } from "./messages.js";

export function goBack(direction, number, refresh) {
  return inTurn(async () => {
    try {
      const change = await post(`/api/${direction}`);
      const elsewhere = change.page !== null && change.page !== undefined && change.page !== number;
      const link = elsewhere ? { href: `/page/${change.page}`, text: `page ${change.page}` } : null;
      say(`${direction === "undo" ? "Undone" : "Done again"}: ${change.what}`, { link });
      await refresh();
    } catch (error) {
      if (error.status === 404) say(direction === "undo" ? "Nothing to undo." : "Nothing to redo.");
      else if (error.status === 409) say(`${error.message} ${error.advice}`, { bad: true });
      else sayError(error);
    }
  });
}
