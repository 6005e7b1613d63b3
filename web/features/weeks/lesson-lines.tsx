import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameMark } from '#web/components/people/name-mark.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useHours } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';

type Props = {
  lesson: WeekLesson;
  /** Where more is said of it. */
  to: string;
  children: ReactNode;
};

/**
 * What there is to know of a lesson in as little room as can be: when it is, of which class, and what
 * `children` say.
 */
export function LessonLines({ lesson, to, children }: Props) {
  const { hours } = useHours();
  const { classname, startsat, endsat, state, reason } = lesson;
  const isOff = state === 'cancelled';
  return (
    <>
      <p className="tabular-nums">
        <time dateTime={startsat} className={`whitespace-nowrap ${isOff ? 'line-through' : 'font-semibold'}`}>
          {hours(startsat, endsat)}
        </time>{' '}
        {state !== 'planned' && (
          <span className={`font-semibold ${isOff ? 'text-error' : 'text-secondary'}`}>
            {t(LESSON_STATE_WORDS[state])}
          </span>
        )}
      </p>
      <Link to={to} className="wrap-anywhere font-semibold underline-offset-2 hover:underline">
        <OwnWords>{classname}</OwnWords>
      </Link>
      {children}
      {reason && <p className="wrap-anywhere text-quiet">{lessonReasonWords(reason)}</p>}
    </>
  );
}

/** The same of a lesson in the reader's own week; no name where there is only one learner. */
export function OwnLessonLines({ family, ...props }: Omit<Props, 'children'> & { family: Family }) {
  const { room, substitute, instructorname, teaching, learners } = props.lesson;
  const named = isFamily(family) ? learners : [];
  const [only] = named.length === 0 ? learners : [];
  return (
    <>
      {named.length > 0 && (
        // As high as a line: what does not fit beside it goes on in the next one, of a short lesson, too.
        <span className="float-end ms-1 flex h-[1lh] items-center gap-0.5">
          {named.map((learner) => (
            <NameMark key={learner.learnerid} {...tagOf(family, learner)} size={20} />
          ))}
        </span>
      )}
      <LessonLines {...props}>
        {room && (
          <p>
            <OwnWords>{room}</OwnWords>
          </p>
        )}
        {substitute && (
          <p>
            {teaching
              ? t('weeks.you_are_covering')
              : t('weeks.is_covering', { name: teacherName(instructorname) })}
          </p>
        )}
        {named.map(({ learnerid, learnername, ...comes }) => (
          <p key={learnerid} className={`wrap-anywhere ${comes.absent ? 'text-quiet' : ''}`}>
            {learnername}
            <Coming {...comes} />
          </p>
        ))}
        {only && (only.absent || only.guest) && (
          <p>
            <Coming {...only} />
          </p>
        )}
        {isFamily(family) && teaching && !substitute && <p>{t('weeks.you_teach')}</p>}
        <NotesLinks lesson={props.lesson} isNamed={named.length > 1} />
      </LessonLines>
    </>
  );
}

/** That a learner does not come, or comes in place of a lesson that they missed, or to try it. */
function Coming({
  absent,
  guest,
  trial,
}: Pick<WeekLesson['learners'][number], 'absent' | 'guest' | 'trial'>) {
  if (!absent && !guest) return null;
  const words = absent ? 'absences.not_coming' : trial ? 'trials.trial_lesson' : 'absences.guest';
  return <span className="block font-semibold">{t(words)}</span>;
}

/** Who teaches it writes there; families read what was given, each learner's on their own page. */
function NotesLinks({ lesson, isNamed }: { lesson: WeekLesson; isNamed: boolean }) {
  const { _id, given, teaching, learners } = lesson;
  const look = 'link inline-block min-h-6 text-plum print:hidden';
  return (
    <>
      {teaching && (
        <p>
          <Link to={`/instructor/notes/${_id}`} className={look}>
            {t('materials.notes_and_files')}
          </Link>
        </p>
      )}
      {given &&
        learners.map(({ learnerid, learnername }) => (
          <p key={learnerid}>
            <Link to={`/student/learners/${learnerid}#${_id}`} className={look}>
              {isNamed
                ? t('materials.notes_and_files_of', { name: learnername })
                : t('materials.notes_and_files')}
            </Link>
          </p>
        ))}
    </>
  );
}
