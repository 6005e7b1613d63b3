import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';

/** The demo school's instruments, with the pictures of their classes; the first is the instrument's own. */
const INSTRUMENTS: Readonly<Record<string, readonly string[]>> = {
  Accordion: ['accordion'],
  Cello: ['cello', 'chamber'],
  Clarinet: ['clarinet'],
  Drums: ['drum-kit', 'groove-lab', 'hand-drums', 'late-drums'],
  Flute: ['flute'],
  Guitar: ['guitar-zero', 'fingerstyle'],
  Harp: ['harp'],
  Piano: ['first-piano', 'grown-up-piano', 'piano-repertoire', 'four-hands', 'piano-week'],
  Saxophone: ['saxophone', 'jazz-improv'],
  Trumpet: ['trumpet', 'jazz-improv'],
  Ukulele: ['ukulele'],
  Violin: ['violin-small', 'chamber'],
  Voice: ['find-your-voice', 'young-choir', 'stage-voice'],
};

const pictureOf = (slug: string) => `/art/class-${slug}-960.webp`;

/** The rows of these instruments, and of the classes that are for them. */
export function planInstruments(classes: readonly Pick<Row<'classes'>, '_id' | 'image'>[], now: number) {
  const all = Object.entries(INSTRUMENTS).map(([name, slugs], at) => ({
    slugs,
    row: { _id: newId(now + at), name, image: pictureOf(slugs[0] ?? ''), version: 1, createdat: now },
  }));
  return {
    instruments: all.map(({ row }) => row),
    classinstruments: all.flatMap(({ slugs, row }) =>
      classes
        .filter(({ image }) => slugs.some((slug) => pictureOf(slug) === image))
        .map(({ _id }) => ({ classid: _id, instrumentid: row._id })),
    ),
  };
}
