/*
 * Which scripts of a rendered page are its own: the Content-Security-Policy names those alone, so that a
 * script which a user's words have brought into a page does not run.
 */

/**
 * Marks them while the page is rendered, by React's and the router's `nonce`; it never leaves the process.
 */
export const OWN_SCRIPT = import.meta.env.SSR ? crypto.randomUUID() : undefined;

export const OWN_MARK = ` nonce="${OWN_SCRIPT}"`;
const END = '</script>';

/** What stands in the inline scripts of a rendered page that carry the mark. */
export function ownScriptsOf(html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf(OWN_MARK); at >= 0; at = html.indexOf(OWN_MARK, at + OWN_MARK.length)) {
    const opens = html.lastIndexOf('<', at);
    const text = html.indexOf('>', at) + 1;
    const tag = html.slice(opens, text);
    if (tag.startsWith('<script') && !tag.includes(' src='))
      scripts.push(html.slice(text, html.indexOf(END, text)));
  }
  return scripts;
}
