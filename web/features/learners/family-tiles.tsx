import { Link } from 'react-router';
import type { Standing } from '#contract/selections/calls.ts';
import { type MessageId, t } from '#languages/t.ts';
import { NameMark } from '#web/components/people/name-mark.tsx';
import type { Family } from '#web/lib/family/family.ts';
import type { LearnerStanding } from '#web/lib/family/my-classes.ts';
import { rich } from '#web/lib/rich.ts';

type Props = { family: Family; standings: readonly LearnerStanding[] };

/** How many classes each of a family has, and the way to them. */
export function FamilyTiles({ family, standings }: Props) {
  return (
    <section aria-labelledby="family" className="mt-10">
      <h2 id="family" className="text-subheading">
        {t('learners.my_family')}
      </h2>
      <ul className="panel mt-4 divide-y divide-base-300">
        {family.map((learner, at) => {
          const count = (of: Standing) =>
            standings.filter(({ learnerid, standing }) => learnerid === learner._id && standing === of)
              .length;
          return (
            <li key={learner._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
              <span className="flex min-w-0 flex-1 basis-48 items-center gap-3">
                <NameMark name={learner.learnername} position={at} size={36} />
                <span className="wrap-anywhere font-semibold">{learner.learnername}</span>
              </span>
              <span className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
                <Link
                  to={`learners/${learner._id}`}
                  className="link text-plum"
                  aria-label={t('materials.what_to_practise_of', { name: learner.learnername })}
                >
                  {t('materials.what_to_practise')}
                </Link>
                <Count standing="selected" count={count('selected')} learner={learner} />
                <Count standing="enrolled" count={count('enrolled')} learner={learner} />
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-sm">
        <Link to="/account/family" className="link text-plum">
          {t('learners.family_page')}
        </Link>
      </p>
    </section>
  );
}

const COUNTS = {
  selected: { none: 'learners.none_selected', some: 'learners.some_selected' },
  enrolled: { none: 'learners.none_enrolled', some: 'learners.some_enrolled' },
} as const satisfies Partial<Record<Standing, Record<string, MessageId>>>;

type CountProps = { standing: keyof typeof COUNTS; count: number; learner: Family[number] };

function Count({ standing, count, learner }: CountProps) {
  const { none, some } = COUNTS[standing];
  if (count === 0) return <span className="text-quiet">{t(none)}</span>;
  return (
    <Link to={`class/${standing}?for=${learner._id}`} className="link text-plum">
      {rich(some, {
        count,
        name: learner.learnername,
        hidden: (words) => <span className="sr-only">{words}</span>,
      })}
    </Link>
  );
}
