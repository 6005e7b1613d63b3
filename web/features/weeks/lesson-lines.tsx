import { Link } from 'react-router';
import type { WeekLesson } from '#contract/weeks.ts';
import { NameMark } from '#web/components/name-mark.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family.ts';
import { useHours } from '#web/lib/formats.ts';

type Props = {
  lesson: WeekLesson;
  /** Whose week it is; nobody is named where there is nobody else. */
  family: Family;
  /** Where more is said of it. */
  to: string;
};

/** What somebody wants to know of a lesson of theirs, in as little room as can be. */
export function LessonLines({ lesson, family, to }: Props) {
  const { hours } = useHours();
  const { classname, startsat, endsat, state, room, reason, substitute, instructorname, teaching } = lesson;
  const isOff = state === 'cancelled';
  const learners = isFamily(family) ? lesson.learners : [];
  return (
    <>
      {learners.length > 0 && (
        <span className="float-end ms-1 flex gap-0.5">
          {learners.map((learner) => (
            <NameMark key={learner.learnerid} {...tagOf(family, learner)} size={20} />
          ))}
        </span>
      )}
      <p className="space-x-2 tabular-nums">
        <time dateTime={startsat} className={isOff ? 'line-through' : 'font-semibold'}>
          {hours(startsat, endsat)}
        </time>
        {isOff && <span className="font-semibold text-error">Cancelled</span>}
        {state === 'moved' && <span className="font-semibold text-secondary">Moved</span>}
      </p>
      <Link to={to} className="wrap-anywhere font-semibold underline-offset-2 hover:underline">
        {classname}
      </Link>
      {room && <p>{room}</p>}
      {substitute && <p>{teaching ? 'You stand in' : `${instructorname} stands in`}</p>}
      {learners.map(({ learnerid, learnername }) => (
        <p key={learnerid} className="wrap-anywhere">
          {learnername}
        </p>
      ))}
      {isFamily(family) && teaching && <p>You teach</p>}
      {reason && <p className="wrap-anywhere text-quiet">{reason}</p>}
    </>
  );
}
