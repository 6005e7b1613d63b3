import { type LessonNotes, PRACTISED_DAYS } from '#contract/materials/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { t } from '#languages/t.ts';

type Learner = NonNullable<LessonNotes['learners']>[number];

/** A row of dots for each learner of a lesson: the last days, those on which it practised filled. */
export function PractisedDots({ learners, today }: { learners: readonly Learner[]; today: string }) {
  const days = Array.from({ length: PRACTISED_DAYS }, (_, at) => addDays(today, at - PRACTISED_DAYS + 1));
  return (
    <ul className="divide-y divide-base-300">
      {learners.map(({ learnerid, learnername, practised }) => (
        <li key={learnerid} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <span className="wrap-anywhere min-w-0">{learnername}</span>
          <span
            role="img"
            className="flex gap-1"
            aria-label={t('materials.practised_of_days', { count: practised.length, days: PRACTISED_DAYS })}
          >
            {days.map((day) => (
              <span
                key={day}
                className={`size-3 rounded-full border ${practised.includes(day) ? 'border-plum bg-plum' : 'border-[#8a8296]'}`}
              />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
