import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useHours } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';

type Props = {
  lessons: readonly WeekLesson[];
  /** Left out where no name is needed. */
  family?: Family;
  /** The page of the week, where that is another; it says itself whose clocks its times are by. */
  weekPath?: string;
  /** The day that it is at the school. */
  today: string;
  /** What there is to say first. */
  children?: ReactNode;
};

/** What comes next for each of a family; nothing where nothing does. */
export function NextLessons({ lessons, family = [], weekPath, today, children }: Props) {
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="next-lessons" className="panel mt-8 p-5 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="next-lessons" className="text-subheading">
          {t('weeks.next_lessons', { count: lessons.length })}
        </h2>
        {weekPath && (
          <Link to={weekPath} className="link text-plum text-sm">
            {t('areas.my_week')}
          </Link>
        )}
      </div>
      {children && <p className="mt-2 text-quiet">{children}</p>}
      {weekPath && <ZoneNote />}
      <ul className="mt-2 divide-y divide-base-300">
        {lessons.map((lesson) => (
          <li key={lesson._id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere font-semibold">
                <OwnWords>{lesson.classname}</OwnWords>
              </p>
              <p className="text-quiet text-sm first-letter:uppercase">
                <TimeAndRoom lesson={lesson} today={today} />
              </p>
            </div>
            {isFamily(family) && (
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {lesson.learners.map((learner) => (
                  <NameTag key={learner.learnerid} {...tagOf(family, learner)} />
                ))}
                {lesson.teaching && t('weeks.you_teach')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TimeAndRoom({ lesson, today }: { lesson: WeekLesson; today: string }) {
  const time = <LessonTime lesson={lesson} today={today} />;
  return lesson.room ? rich('weeks.time_and_room', { time, room: lesson.room }) : time;
}

/** `Today, 16:00–16:45`, or the day. */
export function LessonTime({
  lesson: { day, startsat, endsat },
  today,
}: {
  lesson: WeekLesson;
  today: string;
}) {
  const { weekday, hours } = useHours();
  const told = hours(startsat, endsat);
  return (
    <time dateTime={startsat}>
      {day === today
        ? t('weeks.today_at', { hours: told })
        : t('weeks.day_at', { day: weekday(day), hours: told })}
    </time>
  );
}
