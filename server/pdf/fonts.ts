import { readFile } from 'node:fs/promises';
import { once } from './once.ts';

/*
 * The letters of prints. They are embedded in each, so that it looks the same everywhere and for ever: Latin,
 * Greek and Cyrillic by Inter, Arabic and Hebrew by Noto.
 */

export type Script = 'latin' | 'arabic' | 'hebrew';
export type Weight = 'regular' | 'semibold';
/** A font as a document knows it. */
export type FontName = `${Script}-${Weight}`;

const FILES: Readonly<Record<Script, string>> = {
  latin: 'inter',
  arabic: 'noto-sans-arabic',
  hebrew: 'noto-sans-hebrew',
};
export const SCRIPTS: readonly Script[] = ['latin', 'arabic', 'hebrew'];
const WEIGHTS: readonly Weight[] = ['regular', 'semibold'];

/** The characters that a font file has: it was cut to them. */
const COVERED: Readonly<Record<Script, RegExp>> = {
  latin:
    /[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01cd-\u024f\u0259\u02bb\u02bc\u02c6\u02c7\u02d8-\u02dd\u037e\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u1f00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u0400-\u045f\u0490-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9e-\u1eff\u2000-\u200b\u2010-\u2027\u202f-\u203a\u2070\u2071\u2074-\u208e\u20a0-\u20af\u20b1-\u20b5\u20b8-\u20ba\u20bc-\u20bf\u2113\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u25a1\u2605\u2606\u2665]|[\u0300-\u0304\u0306-\u030a\u030c\u0323\u0326-\u0328]/u,
  arabic: /[\u0020\u00a0\u0600-\u06ff\u0750-\u077f\u200c\u200d]/u,
  hebrew:
    /[\u0020\u00a0\u05d0-\u05ea\u05ef-\u05f4\ufb1d-\ufb36\ufb38-\ufb3c\ufb3e\ufb40\ufb41\ufb43\ufb44\ufb46-\ufb4f]|[\u0591-\u05c7]/u,
};

/** Stands for a character that no font has. */
export const UNKNOWN_CHARACTER = '\u25a1';

/** The script whose font has a character, preferably that of the one before it; undefined where none has. */
export const scriptOf = (character: string, before: Script = 'latin'): Script | undefined =>
  [before, ...SCRIPTS].find((script) => COVERED[script].test(character));

/** All font files by name, read when the first document is made. */
export const readFonts = once(async (): Promise<ReadonlyMap<FontName, Buffer>> => {
  const names = SCRIPTS.flatMap((script) => WEIGHTS.map((weight) => ({ script, weight })));
  return new Map(
    await Promise.all(
      names.map(async ({ script, weight }): Promise<[FontName, Buffer]> => {
        // In the built server the fonts lie beside its files, too.
        const file = new URL(`./fonts/${FILES[script]}-${weight}.ttf`, import.meta.url);
        return [`${script}-${weight}`, await readFile(file)];
      }),
    ),
  );
});
