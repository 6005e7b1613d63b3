import type { Learner } from '#contract/learners/calls.ts';

/** The caller's learners, their own first, as the school lists them. */
export type Family = readonly Learner[];

/** Screens neither name nor ask for a learner where there is only one. */
export const isFamily = (family: Family) => family.length > 1;

/** The learner in the address of a payment: left out where it is the payer. */
export const namedOf = ([self]: Family, learnerid: string) =>
  learnerid === self?._id ? undefined : learnerid;

/** Who of a family a row is about, as a `NameTag` shows them; who is of it no more comes last. */
export function tagOf(
  family: Family,
  { learnerid, learnername }: { learnerid: string; learnername: string },
) {
  const at = family.findIndex(({ _id }) => _id === learnerid);
  return { name: learnername, position: at < 0 ? family.length : at };
}
