import type { Piece, PieceDraft } from '#contract/recitals/office-calls.ts';

/** A piece as it is sent back. */
export const draftOf = (piece: Piece) => {
  const { _id, learnerids, title, composer, minutes, setupminutes, instrument } = piece;
  const { accompanistid, turnerid, turnsself, needs } = piece;
  return {
    ...{ _id, learnerids, title, composer, minutes, setupminutes, instrument },
    ...{ accompanistid, turnerid, turnsself, needs },
  } satisfies PieceDraft;
};
