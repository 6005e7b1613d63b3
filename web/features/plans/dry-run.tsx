import { Fragment, type ReactNode } from 'react';
import { CLASHES_MAX } from '#contract/lessons/calls.ts';
import type { PlannedLessons } from '#contract/plans/calls.ts';
import { t } from '#languages/t.ts';
import { ArrowDown } from '#web/components/icons/arrow-down.tsx';
import { CircleAlert } from '#web/components/icons/circle-alert.tsx';
import { Info } from '#web/components/icons/info.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { groupByMonth, groupClashes, groupSkipped } from './dry-words.ts';

/** What the server says of a plan that is not saved. */
type DryAnswer = {
  answer?: PlannedLessons;
  isCurrent: boolean;
  problem?: string;
  retry: () => void;
};

/** What would happen, beside the form while one types; `children` stand before the list of days. */
export function DryRun({
  dry: { answer, isCurrent, problem, retry },
  classname,
  missing,
  children,
}: {
  dry: DryAnswer;
  classname: string;
  /** What has to be filled in first. */
  missing?: string | undefined;
  children: ReactNode;
}) {
  const shown = missing ? undefined : answer;
  const fading = `transition-opacity ${isCurrent ? '' : 'opacity-60'}`;
  return (
    <div aria-busy={!isCurrent}>
      <p role="status" className={`font-semibold ${isCurrent ? '' : 'text-quiet'}`}>
        {missing ? missing : !isCurrent ? t('plans.working_out') : answer && <Sum answer={answer} />}
      </p>
      {problem && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-2 text-error text-sm">
          {problem}
          <button type="button" className="btn btn-outline btn-error btn-xs" onClick={retry}>
            {t('common.try_again')}
          </button>
        </p>
      )}
      {shown && (
        <div className={fading}>
          <InTheWay answer={shown} classname={classname} />
          <Busy answer={shown} />
          <Left answer={shown} />
        </div>
      )}
      {children}
      {shown && (
        <div className={fading}>
          <Days answer={shown} />
        </div>
      )}
    </div>
  );
}

/**
 * The same in a few words, as the way to it, where it stands below what is typed. On a phone it would lie over what
 * is tapped.
 */
export function DryBrief({
  dry: { answer, isCurrent, problem },
  missing,
  to,
}: {
  dry: DryAnswer;
  missing?: string | undefined;
  /** The id of what it leads to. */
  to: string;
}) {
  const count = answer ? heldOf(answer).length : 0;
  const isInTheWay = answer && answer.clashes.length + answer.roomtoosmall.length > 0;
  const words = isInTheWay ? t('plans.cannot_be_saved') : t('plans.lessons', { count });
  return (
    <a
      href={`#${to}`}
      className={`sticky bottom-3 z-10 hidden items-center justify-between gap-3 rounded-field border px-4 py-3 font-semibold text-sm shadow-lift sm:flex xl:hidden ${
        isInTheWay ? 'border-error bg-rose' : 'border-base-300 bg-base-100'
      }`}
    >
      {missing || problem || (isCurrent ? words : t('plans.working_out'))}
      <ArrowDown className="size-4 shrink-0" aria-hidden="true" />
    </a>
  );
}

const heldOf = ({ lessons }: PlannedLessons) => lessons.filter(({ state }) => state !== 'cancelled');

function Sum({ answer }: { answer: PlannedLessons }) {
  const { day: written } = useFormats();
  const lessons = heldOf(answer);
  const [first, last] = [lessons.at(0), lessons.at(-1)];
  if (!first || !last) return t('plans.lessons_none');
  if (lessons.length === 1) return t('plans.lessons_one_on', { day: written(first.day) });
  return t('plans.lessons_from_to', {
    count: lessons.length,
    first: written(first.day),
    last: written(last.day),
  });
}

/** Why it cannot be saved as it is. */
function InTheWay({
  answer: { clashes, roomtoosmall },
  classname,
}: {
  answer: PlannedLessons;
  classname: string;
}) {
  const { hours } = useFormats();
  const groups = groupClashes(clashes, classname, ({ startsat, endsat }) => hours(startsat, endsat));
  if (groups.length + roomtoosmall.length === 0) return null;
  return (
    <Notice icon={<CircleAlert className="size-5 text-error" aria-hidden="true" />} tone="bg-rose">
      <h3 className="font-semibold text-base">{t('plans.cannot_be_saved')}</h3>
      <ul className="mt-2 space-y-2">
        {roomtoosmall.map(({ room, places }) => (
          <li key={room} className="wrap-anywhere">
            {t('plans.room_too_small', { room, places })}
          </li>
        ))}
        <Grouped groups={groups} />
        {clashes.length >= CLASHES_MAX && <li>{t('plans.first_clashes', { count: CLASHES_MAX })}</li>}
      </ul>
    </Notice>
  );
}

/** Days on which the teacher is busy by their own calendar, which stands in no way. */
function Busy({ answer: { busy } }: { answer: PlannedLessons }) {
  const { shortDay } = useFormats();
  if (busy.length === 0) return null;
  return (
    <Notice icon={<Info className="size-5 text-plum" aria-hidden="true" />} tone="bg-honey">
      <h3 className="font-semibold text-base">{t('busy.in_plan')}</h3>
      <p className="mt-1.5">
        <Listed items={[...new Set(busy.map(({ day }) => shortDay(day)))]} />
      </p>
      <p className="mt-1.5">{t('busy.in_plan_means')}</p>
    </Notice>
  );
}

/** Days that are left out, and hours that the clocks leave out. */
function Left({ answer: { skipped, shifted } }: { answer: PlannedLessons }) {
  const { weekday } = useFormats();
  if (skipped.length + shifted.length === 0) return null;
  return (
    <Notice icon={<Info className="size-5 text-plum" aria-hidden="true" />} tone="bg-honey">
      {skipped.length > 0 && (
        <>
          <h3 className="font-semibold text-base">{t('plans.no_lesson_on_closing_days')}</h3>
          <ul className="mt-1.5 space-y-1">
            <Grouped groups={groupSkipped(skipped)} />
          </ul>
        </>
      )}
      {shifted.map(({ day, from, to }) => (
        <p key={day} className="mt-2 first:mt-0">
          {t('plans.clocks_go_forward', { day: weekday(day), from, to })}
        </p>
      ))}
    </Notice>
  );
}

const Notice = ({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) => (
  <div className={`mt-4 flex gap-3 rounded-field p-4 text-sm ${tone}`}>
    <span className="shrink-0">{icon}</span>
    <div className="min-w-0">{children}</div>
  </div>
);

function Grouped({ groups }: { groups: readonly { words: string; days: readonly string[] }[] }) {
  const { shortDay } = useFormats();
  return groups.map(({ words, days }) => (
    <li key={words} className="wrap-anywhere">
      {rich('plans.on_days', { words, days: <Listed items={days.map(shortDay)} /> })}
    </li>
  ));
}

/** One after the other, none of them in two lines. */
const Listed = ({ items }: { items: readonly string[] }) =>
  items.map((item, at) => (
    <Fragment key={item}>
      {at > 0 && ', '}
      <span className="whitespace-nowrap">{item}</span>
    </Fragment>
  ));

/** Every day of a lesson, month by month. */
function Days({ answer }: { answer: PlannedLessons }) {
  const { month, dayOfMonth } = useFormats();
  const lessons = heldOf(answer);
  if (lessons.length === 0) return null;
  return (
    <details className="mt-5 border-base-300 border-t pt-4 text-sm" open>
      <summary className="link w-fit cursor-pointer text-plum">{t('plans.every_day')}</summary>
      <dl className="mt-3 space-y-2">
        {groupByMonth(lessons).map(({ first, days }) => (
          <div key={first} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3">
            <dt className="text-quiet first-letter:uppercase">{month(first)}</dt>
            <dd className="tabular-nums">
              <Listed items={days.map(dayOfMonth)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
