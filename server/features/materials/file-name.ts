import { FILE_ENDINGS, FILE_NAME_MAX, type FileKind } from '#contract/materials/calls.ts';

/** What no file is called: what lies in a folder, and whatever a system or a header reads as its own. */
const NOT_IN_NAMES = /[\p{C}/\\:*?"<>|]+/gu;

/** As forms write quotes and line ends in a name. */
const WRITTEN_OUT = /%(?:22|0D|0A)/gi;

/** What a file is called that was sent under a name: the name's own words, and how files of the kind end. */
export function nameOf(sent: string, kind: FileKind): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const words = last
    .replaceAll(WRITTEN_OUT, ' ')
    .replace(/\.[^.]{1,10}$/, '')
    .replaceAll(NOT_IN_NAMES, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const ending = FILE_ENDINGS[kind];
  const kept = Array.from(words)
    .slice(0, FILE_NAME_MAX - ending.length)
    .join('')
    .trim();
  return `${kept || 'file'}${ending}`;
}

/** As RFC 6266 names a file that is to be saved: in ASCII, and as it is called. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|[%"\\]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
