import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import type { Today, TodayLesson } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { useDay } from './use-day.ts';

const MINUTE_MS = 60_000;
/** How many of those to come are shown at once. */
const NEXT_SHOWN = 6;

/** The moment that it is, moved on every minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Props = { today: Today } & Pick<Listed, 'actions'>;

/** The lessons of today: those at work, those still to come, and folded up those that are over. */
export function TodayLessons({ today, actions }: Props) {
  const now = useNow();
  const { weekday } = useHours();
  const { lessons, before, after } = useDay(today);
  const isOver = ({ endsat }: TodayLesson) => Date.parse(endsat) <= now;
  const isAtWork = (one: TodayLesson) =>
    one.state !== 'cancelled' && !isOver(one) && Date.parse(one.startsat) <= now;
  const over = lessons.filter(isOver);
  const atWork = lessons.filter(isAtWork);
  const later = lessons.filter((one) => !isOver(one) && !isAtWork(one));
  const next = later.slice(0, NEXT_SHOWN);
  const rest = later.slice(NEXT_SHOWN);
  // Of a part of the day the school has counted what the page does not know.
  const isWhole = !before.hasMore && !after.hasMore;
  const known = { over: over.length, now: atWork.length, later: later.length, ...sumsOf(lessons) };
  const sums = isWhole ? known : (today.sums ?? known);
  const isCutNow = after.hasMore && later.length === 0;
  const restCount = Math.max(sums.later - next.length, rest.length);
  const overCount = Math.max(sums.over, over.length);
  return (
    <section aria-labelledby="today" className="panel mt-6 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="today" className="text-subheading">
          {t('weeks.today_is', { day: weekday(today.day) })}
        </h2>
        <Link to="/admin/week" className="link text-plum text-sm">
          {t('areas.week_by_room')}
        </Link>
      </div>
      <ZoneNote />
      <Changed {...sums} />
      {lessons.length === 0 && <p className="mt-2 text-quiet">{t('weeks.no_lessons_today')}</p>}
      {atWork.length > 0 && (
        <Lessons
          title={t('reports.lessons_now', { count: Math.max(sums.now, atWork.length) })}
          lessons={atWork}
          actions={actions}
        />
      )}
      {isCutNow && <MoreButton more={after}>{t('weeks.show_later_lessons')}</MoreButton>}
      {later.length > 0 && (
        <Lessons
          title={t('reports.lessons_later', { count: Math.max(sums.later, later.length) })}
          lessons={next}
          isFolded
          actions={actions}
        />
      )}
      {!isCutNow && restCount > 0 && (
        <Folded
          title={t('reports.lessons_rest', { count: restCount })}
          lessons={rest}
          actions={actions}
          more={after}
          below={<MoreButton more={after}>{t('weeks.show_later_lessons')}</MoreButton>}
        />
      )}
      {overCount > 0 && (
        <Folded
          title={t('reports.lessons_over', { count: overCount })}
          lessons={over}
          more={before}
          above={<MoreButton more={before}>{t('attendance.show_earlier_lessons')}</MoreButton>}
        />
      )}
    </section>
  );
}

type Changes = Pick<NonNullable<Today['sums']>, 'notices' | 'taking'>;

const sumsOf = (lessons: readonly TodayLesson[]): Changes => ({
  notices: lessons.flatMap(({ learners }) => learners.filter(({ absent }) => absent)).length,
  taking: lessons.filter(({ guestsfree }) => guestsfree > 0).length,
});

/** How many cannot come today, and in how many lessons guests may take a place. */
function Changed({ notices, taking }: Changes) {
  if (notices === 0 && taking === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4">
      {notices > 0 && <span>{t('reports.absent_today', { count: notices })}</span>}
      {taking > 0 && <span>{t('reports.lessons_take_guests', { count: taking })}</span>}
    </p>
  );
}

type Listed = {
  lessons: readonly TodayLesson[];
  isFolded?: boolean;
  /** What can be done with a lesson that is not over. */
  actions?: ((lesson: TodayLesson) => ReactNode) | undefined;
};

const Lessons = ({ title, ...listed }: Listed & { title: string }) => (
  <>
    <h3 className="mt-4 font-sans font-semibold">{title}</h3>
    <LessonList {...listed} />
  </>
);

type FoldedProps = Listed & {
  title: string;
  /** What reads the first of them once it is opened. */
  more: ReturnType<typeof useDay>['after'];
  above?: ReactNode;
  below?: ReactNode;
};

const Folded = ({ title, more, above, below, ...listed }: FoldedProps) => (
  <details
    className="mt-2"
    onToggle={({ currentTarget }) => {
      if (currentTarget.open && listed.lessons.length === 0 && more.hasMore) more.readOn();
    }}
  >
    <summary className="w-fit cursor-pointer py-1.5 font-semibold text-plum">{title}</summary>
    {above}
    <LessonList {...listed} isFolded />
    {below}
  </details>
);

/** `isFolded`: how many come, and who they are at a click. */
const LessonList = ({ lessons, isFolded, actions }: Listed) => (
  <ol className="divide-y divide-base-300">
    {lessons.map((lesson) => (
      <li key={lesson._id} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Lesson lesson={lesson} isFolded={isFolded} actions={actions} />
      </li>
    ))}
  </ol>
);

function Lesson({ lesson, isFolded, actions }: Omit<Listed, 'lessons'> & { lesson: TodayLesson }) {
  const { hours } = useHours();
  const { _id, classid, classname, startsat, endsat, room, state, substitute, reason, learners, guestsfree } =
    lesson;
  const isOff = state === 'cancelled';
  const teacher = teacherName(lesson.instructorname);
  return (
    <>
      <time
        dateTime={startsat}
        className={`font-display text-lg tabular-nums ${isOff ? 'text-quiet line-through' : 'font-semibold'}`}
      >
        {hours(startsat, endsat)}
      </time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Link to={`/admin/roster/${classid}`} className="link font-semibold">
            <OwnWords>{classname}</OwnWords>
          </Link>{' '}
          {state !== 'planned' && (
            <span className={`font-semibold text-sm ${isOff ? 'text-error' : 'text-secondary'}`}>
              {t(LESSON_STATE_WORDS[state])}
            </span>
          )}
        </p>
        <p className="wrap-anywhere text-sm">
          <OwnWords>{room ?? t('weeks.no_room')}</OwnWords>,{' '}
          {substitute ? t('weeks.is_covering', { name: teacher }) : teacher}
        </p>
        {reason && <p className="wrap-anywhere text-quiet text-sm">{lessonReasonWords(reason)}</p>}
        {!isOff && <Coming learners={learners} coming={lesson.coming} isFolded={isFolded} />}
        {guestsfree > 0 && <p className="text-sm">{t('reports.guest_places', { count: guestsfree })}</p>}
        {!isOff && (
          <p className="mt-1 flex flex-wrap gap-x-4">
            <Link
              to={`/admin/registers/${_id}`}
              className="link inline-block min-h-6 text-quiet text-sm"
              aria-label={t('common.label_of', { label: t('areas.register'), of: classname })}
            >
              {t('areas.register')}
            </Link>
            {actions?.(lesson)}
          </p>
        )}
      </div>
    </>
  );
}

type ComingProps = Pick<TodayLesson, 'learners' | 'coming'> & { isFolded: boolean | undefined };

/** Who comes, each leading to the family, and who cannot; of many how many they are, with guests by name. */
function Coming({ learners, coming: count, isFolded = false }: ComingProps) {
  const coming = learners.filter(({ absent }) => !absent);
  const absent = learners.filter((one) => one.absent);
  const isCounted = count !== undefined && count > coming.length;
  if (learners.length === 0 && !isCounted)
    return <p className="text-quiet text-sm">{t('reports.nobody_comes')}</p>;
  return (
    <>
      {isCounted && <p className="text-sm">{t('reports.learners_come', { count })}</p>}
      {isFolded && !isCounted ? (
        <FoldedNames title={t('reports.learners_come', { count: coming.length })} learners={coming} />
      ) : (
        coming.length > 0 && <Names label={t('reports.who_comes')} learners={coming} />
      )}
      {absent.length > 0 && (
        <FoldedNames title={t('reports.learners_absent', { count: absent.length })} learners={absent} />
      )}
    </>
  );
}

const FoldedNames = ({ title, learners }: Pick<TodayLesson, 'learners'> & { title: string }) => (
  <details>
    <summary className="w-fit cursor-pointer py-0.5 text-sm">{title}</summary>
    <Names label={title} learners={learners} />
  </details>
);

const Names = ({ label, learners }: Pick<TodayLesson, 'learners'> & { label: string }) => (
  <ul aria-label={label} className="flex flex-wrap gap-x-4 text-quiet text-sm">
    {learners.map(({ learnername, familyid, guest, trial }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list is not reordered
      <li key={at} className="wrap-anywhere">
        {familyid ? (
          <Link to={`/admin/families/${familyid}`} className="link inline-block py-0.5">
            <bdi>{learnername}</bdi>
          </Link>
        ) : (
          <bdi>{learnername}</bdi>
        )}
        {guest && ` (${t(trial ? 'registers.trial' : 'registers.guest')})`}
      </li>
    ))}
  </ul>
);
