import { api } from '#web/lib/api.ts';
import { attempt, type Outcome } from '#web/lib/change.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';

/** A class that somebody wants, and for whom of their family. */
export type FamilyWish = {
  classid: string;
  classname: string;
  /** The address of who asks. */
  email: string;
  /** At least one. */
  learners: readonly { _id: string; name: string }[];
};

/** Selects a class for some of a family. */
export const chooseForFamily = (wish: FamilyWish): Promise<Outcome> =>
  refreshAfter(attempt(select(wish), `${wish.classname} is selected for ${listOf(wish.learners)}`));

async function select({ classid, email, learners }: FamilyWish) {
  for (const { _id: learnerid } of learners) await api.selectClass({ body: { classid, email, learnerid } });
}

/** `Mia`, `Mia and Tom`, `Mia, Tom and Ada`. */
const listOf = (learners: readonly { name: string }[]) =>
  new Intl.ListFormat('en-GB').format(learners.map(({ name }) => name));
