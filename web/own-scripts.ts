import { HELD } from './start.ts';

/*
 * The scripts that a rendered page brings itself. The router marks them with the `nonce` that it is given, so
 * that they are told from a script that a user's words have brought into the page.
 */

/** Marks them while the page is rendered; no browser is sent it. */
export const OWN_SCRIPT = import.meta.env.SSR ? crypto.randomUUID() : undefined;

const MARK = ` nonce="${OWN_SCRIPT}"`;
const MARKED = new RegExp(`<(?:script|link|style)\\b[^>]*${MARK}[^>]*>`, 'g');
const MODULE = /(?<= (?:rel|type)=")(?:modulepreload|module)(?=")/;
const END = '</script>';

/**
 * A page as it leaves, and what stands in its own inline scripts, which the Content-Security-Policy names.
 * The router can neither name these nor hold its scripts back, so its tags are edited here.
 */
export function ownScriptsOf(html: string, { isHeld }: { isHeld: boolean }) {
  const scripts: string[] = [];
  const text = html.replace(MARKED, (tag, at: number) => {
    const begins = at + tag.length;
    if (tag.startsWith('<script') && !tag.includes(' src='))
      scripts.push(html.slice(begins, html.indexOf(END, begins)));
    const plain = tag.replace(MARK, '');
    return isHeld ? plain.replace(MODULE, HELD) : plain;
  });
  return { text, scripts };
}
