/** How far a file is read for its root: no program writes so much before it. */
export const PROLOG_BYTES = 64 * 1024;

/**
 * What stands before the root: the declaration, comments, and a document type by its name and address alone.
 * One with declarations of its own, as those of entities, does not fit; neither does a style sheet.
 */
const PROLOG = /^\s*(?:<\?xml\s[^?]*\?>)?(?:\s+|<!--(?:(?!--)[\s\S])*-->|<!DOCTYPE\s[^[\]<>]*>)*/;
const ROOT = /^<(?:score-partwise|score-timewise)(?:\s|\/?>)/;

/** Whether a file that begins with these bytes is MusicXML: whether its root is a score. */
export function isMusicXml(head: Buffer): boolean {
  const text = textOf(head);
  const prolog = PROLOG.exec(text)?.[0] ?? '';
  return ROOT.test(text.slice(prolog.length));
}

/** UTF-8, or UTF-16 where its mark says so. */
function textOf(head: Buffer): string {
  const mark = head.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(head);
}
