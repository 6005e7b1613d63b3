/** How the keys begin under which drafts are kept on this device; the person's id follows. */
export const DRAFTS = 'draft:';

/** Takes every draft off this device: whoever uses it next finds none. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFTS)) localStorage.removeItem(key);
}
