import type { ClassFilter } from '#contract/classes/calls.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { calledName } from '#web/features/learners/learner-words.ts';
import { WishPanel } from '#web/features/wishes/wish-panel.tsx';

/** What would suit, for each of the family whom the person may enrol. */
export default function WishChoice({
  filter,
  instruments,
  family,
}: {
  filter: ClassFilter;
  instruments: readonly Pick<Instrument, '_id' | 'name'>[];
  family: readonly Learner[];
}) {
  const wishers = family
    .filter(({ mayenrol }) => mayenrol)
    .map((learner) => ({ _id: learner._id, name: calledName(learner), self: learner.self }));
  return (
    <WishPanel key={JSON.stringify(filter)} filter={filter} instruments={instruments} wishers={wishers} />
  );
}
