import { Link } from 'react-router';
import type { Meets, MusicClass } from '#contract/classes/calls.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import { meetsInBrief } from '#contract/messages/meets-words.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { useSchoolTime } from '#web/lib/formats/school-time.ts';

type Props = Pick<MusicClass, '_id' | 'status' | 'instructorid'> & {
  meets: Meets;
  lessons: readonly ClassLesson[];
};

/** When the class meets: in a line, and each date to come; those that were are folded away. */
export function Dates({ _id, status, instructorid, meets, lessons }: Props) {
  const formats = useHours();
  const schoolTime = useSchoolTime();
  const begun = lessons.filter((lesson) => lesson.begun);
  const toCome = lessons.filter((lesson) => !lesson.begun);
  return (
    <section aria-labelledby="dates" className="mt-8 max-w-2xl first:mt-0">
      <h2 id="dates" className="text-subheading">
        {t('classes.when_it_meets')}
      </h2>
      <p className="mt-3 text-lead leading-relaxed">
        {t('classes.meets_until', { when: meetsInBrief(meets, formats), day: formats.day(meets.lastday) })}
      </p>
      <div className="mt-4 space-y-4 print:hidden">
        {toCome.length > 0 ? <Months lessons={toCome} /> : <p>{t('classes.class_has_finished')}</p>}
        {begun.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer font-medium text-plum text-sm underline-offset-4 hover:underline">
              {t('classes.past_dates')}
            </summary>
            <div className="mt-3">
              <Months lessons={begun} />
            </div>
          </details>
        )}
        <p className="text-quiet text-sm">{schoolTime}</p>
        {status === 'approved' && (
          <p className="flex flex-wrap gap-x-6 gap-y-2 font-medium text-plum text-sm">
            <a href={`/api/class/${_id}/calendar.ics`} className="underline-offset-4 hover:underline">
              {t('classes.save_dates_to_your_calendar')}
            </a>
            {instructorid && (
              <Link to={`/timetable?teacher=${instructorid}`} className="underline-offset-4 hover:underline">
                {t('classes.teacher_week')}
              </Link>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

const monthOf = ({ day }: ClassLesson) => day.slice(0, 7);

function Months({ lessons }: { lessons: readonly ClassLesson[] }) {
  const { month } = useHours();
  return [...Map.groupBy(lessons, monthOf)].map(([of, some]) => (
    <div key={of}>
      <h3 className="mt-4 font-sans font-semibold text-quiet text-sm first-letter:uppercase">
        {month(`${of}-01`)}
      </h3>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {some.map((lesson) => (
          <Lesson key={lesson._id} {...lesson} />
        ))}
      </ul>
    </div>
  ));
}

function Lesson({ day, startsat, endsat, room, state, reason }: ClassLesson) {
  const { dayOfMonth, hours } = useHours();
  const lang = useOwnLanguage();
  const isCancelled = state === 'cancelled';
  return (
    <li className="wrap-anywhere rounded-field border border-base-300 bg-base-100 px-3 py-2 text-sm">
      <time dateTime={startsat} className={isCancelled ? 'text-quiet line-through' : ''}>
        <span className="inline-block font-semibold first-letter:uppercase">{dayOfMonth(day)}</span>{' '}
        {hours(startsat, endsat)}
      </time>
      {room && !isCancelled && (
        <span lang={lang} className="block text-quiet">
          {room}
        </span>
      )}
      {state !== 'planned' && (
        <span className={`block font-medium ${isCancelled ? 'text-error' : 'text-plum'}`}>
          {reason
            ? t('lessons.state_because', {
                state: t(LESSON_STATE_WORDS[state]),
                reason: lessonReasonWords(reason),
              })
            : t(LESSON_STATE_WORDS[state])}
        </span>
      )}
    </li>
  );
}
