type Owned = { _id: string; own: boolean };

/**
 * Moves a piece to a place among all, from 0. Pieces that are not the caller's stay where they are: theirs go
 * from one of their own places to another.
 */
export function movePiece<P extends Owned>(pieces: readonly P[], id: string, to: number): P[] {
  const own = pieces.filter((piece) => piece.own);
  const places = pieces.flatMap((piece, at) => (piece.own ? [at] : []));
  const from = own.findIndex(({ _id }) => _id === id);
  const moved = own[from];
  if (!moved) return [...pieces];
  const goesDown = to > (places[from] ?? 0);
  // Of its own places the nearest to where it is to go, in that direction.
  const target = goesDown
    ? places.findLastIndex((place) => place <= to)
    : places.findIndex((place) => place >= to);
  const ordered = own.toSpliced(from, 1).toSpliced(target === -1 ? from : target, 0, moved);
  let next = 0;
  return pieces.map((piece) => (piece.own ? (ordered[next++] ?? piece) : piece));
}

/** The place that a piece comes to by one step among the caller's, from 0; undefined where there is none. */
export function placeBeside(pieces: readonly Owned[], id: string, by: 1 | -1): number | undefined {
  const at = pieces.findIndex(({ _id }) => _id === id);
  const places = pieces.flatMap((piece, place) => (piece.own ? [place] : []));
  return by === 1 ? places.find((place) => place > at) : places.findLast((place) => place < at);
}
