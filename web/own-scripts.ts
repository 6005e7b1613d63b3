/*
 * Which scripts of a rendered page are its own: the Content-Security-Policy names those alone, so that a script which somebody's words
 * have brought into a page does not run.
 */

/** Marks them while the page is rendered, by React's and the router's `nonce`; it never leaves the process. */
export const OWN_SCRIPT = import.meta.env.SSR ? crypto.randomUUID() : undefined;

const MARK = ` nonce="${OWN_SCRIPT}"`;
const OWN_INLINE = new RegExp(`<script(?=[^>]*${MARK})(?![^>]* src=)[^>]*>([\\s\\S]*?)</script>`, 'g');

/** A rendered page without the marks, and what stands in its own inline scripts. */
export function takeOwnScripts(html: string): { text: string; scripts: string[] } {
  const scripts = [...html.matchAll(OWN_INLINE)].map(([, script = '']) => script);
  return { text: html.replaceAll(MARK, ''), scripts };
}
