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
/** What only stores data for the modules. */
const IS_DATA = /^window\./;

/**
 * A page as it leaves, and what stands in its own inline scripts, which the Content-Security-Policy names.
 * The router can neither name these nor hold its scripts back, so its tags are edited here.
 */
export function ownScriptsOf(html: string, { isHeld }: { isHeld: boolean }) {
  const scripts: string[] = [];
  const text = html.replace(MARKED, (tag, at: number) => {
    const begins = at + tag.length;
    const script =
      tag.startsWith('<script') && !tag.includes(' src=')
        ? html.slice(begins, html.indexOf(END, begins))
        : undefined;
    if (script !== undefined) scripts.push(script);
    const plain = tag.replace(MARK, '');
    if (!isHeld) return plain;
    if (script !== undefined && IS_DATA.test(script))
      return plain.replace('<script', `<script type="${HELD}-data"`);
    return plain.replace(MODULE, HELD);
  });
  return { text, scripts };
}
