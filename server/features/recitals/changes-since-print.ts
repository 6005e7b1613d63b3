import type { Cast } from './names.ts';
import type { FoundRecital, PieceRow } from './queries.ts';

export type PrintedEvening = { name: string; day: string; starttime: string; room: string | null };

type Change = {
  kind: 'evening' | 'dropped' | 'added' | 'words' | 'players' | 'named' | 'moved';
  number: number | null;
  title: string;
  after: number | null;
};

export const printedEvening = ({ name, day, starttime, room }: FoundRecital): string =>
  JSON.stringify({ name, day, starttime, room } satisfies PrintedEvening);

/**
 * What differs from the programme as it was printed, to be announced or put in by hand: the evening itself,
 * then pieces that are dropped, then those that are played in their order. None where it was not printed.
 */
export function changesSincePrint(recital: FoundRecital, cast: Cast): Change[] {
  if (recital.printedat === null) return [];
  const all = cast.pieces.filter(({ recitalid }) => recitalid === recital._id);
  const played = all
    .filter(({ position }) => position !== null)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const inOrder = new Set(longestRise(played.flatMap(({ printednumber }) => printednumber ?? [])));
  const changes: Change[] = [];
  if (recital.printedas !== printedEvening(recital))
    changes.push({ kind: 'evening', number: null, title: '', after: null });
  for (const { position, printednumber, printedtitle } of all.toSorted(byNumber))
    if (position === null && printednumber !== null)
      changes.push({ kind: 'dropped', number: printednumber, title: printedtitle ?? '', after: null });
  let after = 0;
  for (const piece of played) {
    const { printednumber: number, title } = piece;
    if (number === null) changes.push({ kind: 'added', number, title, after });
    else {
      if (!inOrder.has(number)) changes.push({ kind: 'moved', number, title, after });
      if (title !== piece.printedtitle || piece.composer !== piece.printedcomposer)
        changes.push({ kind: 'words', number, title, after: null });
      for (const kind of playersChanged(piece, cast)) changes.push({ kind, number, title, after: null });
      after = number;
    }
  }
  return changes;
}

const byNumber = (one: PieceRow, other: PieceRow) => (one.printednumber ?? 0) - (other.printednumber ?? 0);

/** Whether others play a printed piece, or the same are named otherwise. */
function playersChanged({ _id, recitalid }: PieceRow, cast: Cast): ('players' | 'named')[] {
  const performers = cast.performersOf(_id);
  const isOther = performers.some(({ position, printedas }) => (position === null) !== (printedas === null));
  if (isOther) return ['players'];
  const isNamed = performers.some(
    ({ learnerid, printedas }) => printedas !== cast.printedAs(recitalid, learnerid),
  );
  return isNamed ? ['named'] : [];
}

/** The longest part of some different numbers that rises: what is not in it has moved. */
function longestRise(numbers: readonly number[]): number[] {
  const best: number[][] = [];
  for (const number of numbers) {
    const before = best
      .filter((rise) => (rise.at(-1) ?? 0) < number)
      .reduce<number[]>((longest, rise) => (rise.length > longest.length ? rise : longest), []);
    best.push([...before, number]);
  }
  return best.reduce((longest, rise) => (rise.length > longest.length ? rise : longest), []);
}
