import { Link } from 'react-router';
import type { Learner } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { calledName, useAge } from '#web/features/learners/learner-words.ts';

/**
 * Narrows the list to what a child of the family is old enough for, and not too old; nothing for an account
 * without children.
 */
export default function AgesOfFamily({
  family,
  chosen,
  pathOf,
}: {
  family: readonly Learner[];
  /** The age that the list is narrowed to. */
  chosen: string | undefined;
  /** The list for an age. */
  pathOf: (age: string) => string;
}) {
  const ageOf = useAge();
  const ages = family.flatMap((learner) => {
    const age = learner.self ? null : ageOf(learner);
    return age === null ? [] : [{ id: learner._id, name: calledName(learner), age: String(age) }];
  });
  if (ages.length === 0) return null;
  return (
    <ul
      aria-label={t('classes.for_child_of_your_family')}
      className="col-span-2 flex flex-wrap gap-2 lg:col-span-4"
    >
      {ages.map(({ id, name, age }) => (
        <li key={id}>
          <Link
            to={pathOf(age)}
            preventScrollReset
            aria-current={age === chosen ? 'true' : undefined}
            className="btn btn-outline btn-sm btn-paper aria-[current]:border-plum aria-[current]:bg-mist aria-[current]:text-plum"
          >
            {t('classes.for_name_of_age', { name, age })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
