/** How the keys begin under which drafts are kept on this device; the person's id follows. */
export const DRAFTS = 'draft:';

/** Takes every draft off this device, so that its next user finds none. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFTS)) localStorage.removeItem(key);
}
