import type { Learner } from '#contract/learners/calls.ts';

/** Whom somebody looks after, themself first, as the school lists them. */
export type Family = readonly Learner[];

/** Nobody is named on screens, or asked for, where there is nobody else. */
export const isFamily = (family: Family) => family.length > 1;

/** How somebody is named in the address of a payment: not at all where they are the one who pays. */
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
