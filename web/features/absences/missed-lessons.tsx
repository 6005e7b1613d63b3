import { type ReactNode, useRef, useState } from 'react';
import type { CatchUps } from '#contract/catchups/calls.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { AbsenceDialog, type Missing } from './absence-dialog.tsx';
import { absenceChanges } from './changes.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import type { FamilyCatchUps } from './read-catchups.ts';
import { useBegin, useLastDay } from './until-day.ts';

type Props = {
  /** Lessons of which can be said that someone cannot come. */
  lessons: readonly WeekLesson[];
  catchups: FamilyCatchUps;
  family: Family;
};

/** What is open: that a learner misses a lesson is said, or a lesson is chosen in place of one. */
type Open = { missing: Missing } | { choosing: { learnerid: string; fromlessonid: string } };

/**
 * Of each lesson to come that someone cannot come to it, what is said of others, what can be caught up and
 * what is chosen. Once an absence is said the lessons are offered that can be had for it.
 */
export function MissedLessons({ lessons, catchups, family }: Props) {
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);
  const learners = family.filter(({ mayenrol }) => mayenrol);
  const known = new Map(Object.entries(catchups));
  const isKnown = [...known.values()].some(
    ({ rights, booked, notices }) => rights.length + booked.length + notices.length > 0,
  );
  const { missedlessons } = useConfig().school;
  const hasCatchUps =
    missedlessons === 'catchup' ||
    [...known.values()].some(({ rights, booked }) => rights.length + booked.length > 0);
  const toCome = missable(lessons, new Set(learners.map(({ _id }) => _id)));
  function close() {
    setOpen(undefined);
    // What opened it may have gone.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  }
  /** What stands in place of the dialog once the absence is said. */
  function goOn({ lesson, learner }: Missing) {
    if (learner.earns === null) return close();
    setOpen({ choosing: { learnerid: learner.learnerid, fromlessonid: lesson._id } });
  }
  const choosing = open && 'choosing' in open ? open.choosing : undefined;
  const right =
    choosing &&
    known.get(choosing.learnerid)?.rights.find((one) => one.fromlessonid === choosing.fromlessonid);
  if (toCome.length === 0 && !isKnown && !open) return null;
  return (
    <section aria-labelledby="missed-lessons" className="panel mt-8 p-5 print:hidden">
      <h2 id="missed-lessons" ref={heading} tabIndex={-1} className="text-subheading">
        {hasCatchUps ? t('absences.heading') : t('absences.absences')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {family.flatMap(({ _id: learnerid, mayenrol }) => {
          const own = known.get(learnerid);
          return own
            ? rowsOf({ own, learnerid, family, mayenrol }).map(({ key, row }) => (
                <RowOf
                  key={key}
                  {...row}
                  onChoose={(fromlessonid) => setOpen({ choosing: { learnerid, fromlessonid } })}
                />
              ))
            : [];
        })}
        {toCome.map(({ lesson, learner }) => (
          <Line
            key={`${lesson._id} ${learner.learnerid}`}
            family={family}
            learner={learner}
            classname={lesson.classname}
            startsat={lesson.startsat}
          >
            <button
              type="button"
              className="btn btn-outline btn-sm"
              aria-label={t('absences.cannot_come_to', {
                name: learner.learnername,
                classname: lesson.classname,
              })}
              onClick={() =>
                setOpen({
                  missing: {
                    lesson,
                    learner,
                    isSelf: family.some(({ _id, self }) => _id === learner.learnerid && self),
                    left: known.get(learner.learnerid)?.left ?? null,
                  },
                })
              }
            >
              {t('absences.cannot_come')}
            </button>
          </Line>
        ))}
      </ul>
      {open && 'missing' in open && (
        <AbsenceDialog of={open.missing} onSaved={() => goOn(open.missing)} onClose={close} />
      )}
      {choosing && right && <ChooseDialog right={right} learnerid={choosing.learnerid} onClose={close} />}
    </section>
  );
}

/** Lessons to come with the learners who have a place there and are not said to miss them. */
function missable(lessons: readonly WeekLesson[], mine: ReadonlySet<string>) {
  return lessons
    .filter(({ state, startsat }) => state !== 'cancelled' && Date.parse(startsat) > Date.now())
    .flatMap((lesson) =>
      lesson.learners
        .filter(({ learnerid, guest, absent }) => mine.has(learnerid) && !guest && !absent)
        .map((learner) => ({ lesson, learner })),
    );
}

type Row =
  | { kind: 'right'; one: CatchUps['rights'][number] }
  | { kind: 'booked'; one: CatchUps['booked'][number] }
  | {
      kind: 'notice';
      one: CatchUps['notices'][number];
      led: CatchUps['booked'][number] | undefined;
      right: CatchUps['rights'][number] | undefined;
    };
type RowProps = Row & { family: Family; learnerid: string; mayenrol: boolean };

function rowsOf({
  own: { rights, booked, notices },
  ...of
}: Omit<RowProps, keyof Row> & { own: CatchUps }): { key: string; row: RowProps }[] {
  // Of a lesson to come all is said in one row.
  const isNoticed = ({ fromlessonid }: CatchUps['rights'][number]) =>
    notices.some(({ lessonid }) => lessonid === fromlessonid);
  return [
    ...rights
      .filter((one) => !isNoticed(one))
      .map((one) => ({
        key: `right ${one.fromlessonid} ${of.learnerid}`,
        row: { ...of, kind: 'right' as const, one },
      })),
    ...booked.map((one) => ({
      key: `booked ${one._id} ${of.learnerid}`,
      row: { ...of, kind: 'booked' as const, one },
    })),
    ...notices.map((one) => ({
      key: `notice ${one.lessonid} ${of.learnerid}`,
      row: {
        ...of,
        kind: 'notice' as const,
        one,
        led: booked.find(({ fromlessonid }) => fromlessonid === one.lessonid),
        right: rights.find(({ fromlessonid }) => fromlessonid === one.lessonid),
      },
    })),
  ];
}

function RowOf({ onChoose, ...row }: RowProps & { onChoose: (fromlessonid: string) => void }) {
  const { family, learnerid, mayenrol } = row;
  const learnername = family.find(({ _id }) => _id === learnerid)?.learnername ?? '';
  const line = { family, learner: { learnerid, learnername } };
  const lastDay = useLastDay();
  if (row.kind === 'right') {
    const { fromlessonid, classname, startsat, until } = row.one;
    return (
      <Line
        {...line}
        classname={classname}
        startsat={startsat}
        note={t('absences.until', { day: lastDay(until) })}
      >
        {mayenrol && <Choose classname={classname} onClick={() => onChoose(fromlessonid)} />}
      </Line>
    );
  }
  if (row.kind === 'booked') {
    const { _id, classname, startsat, room } = row.one;
    const place = room ? t('absences.booked_in', { room }) : t('absences.booked');
    return (
      <Line {...line} classname={classname} startsat={startsat} note={place}>
        {mayenrol && <GiveUp lessonid={_id} learnerid={learnerid} classname={classname} />}
      </Line>
    );
  }
  const { classname, startsat, words } = row.one;
  const { right } = row;
  return (
    <Line
      {...line}
      classname={classname}
      startsat={startsat}
      note={right ? t('absences.not_coming_until', { day: lastDay(right.until) }) : t('absences.not_coming')}
      words={words}
    >
      {mayenrol && right && <Choose classname={classname} onClick={() => onChoose(right.fromlessonid)} />}
      {mayenrol && <Comes lesson={row.one} led={row.led} learnerid={learnerid} />}
    </Line>
  );
}

const Choose = ({ classname, onClick }: { classname: string; onClick: () => void }) => (
  <button
    type="button"
    className="btn btn-primary btn-sm"
    aria-label={t('common.label_of', { label: t('absences.choose_lesson'), of: classname })}
    onClick={onClick}
  >
    {t('absences.choose_lesson')}
  </button>
);

function GiveUp({ classname, ...of }: { lessonid: string; learnerid: string; classname: string }) {
  const { isBusy, run } = useChange(absenceChanges, 'giveUpCatchUp');
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={isBusy}
      aria-label={t('common.label_of', { label: t('absences.give_up'), of: classname })}
      onClick={() => run(of)}
    >
      {t('absences.give_up')}
    </ActionButton>
  );
}

type ComesProps = {
  lesson: CatchUps['notices'][number];
  led: CatchUps['booked'][number] | undefined;
  learnerid: string;
};

/** Takes back that a learner cannot come; asks before where that gives a chosen lesson up. */
function Comes({ lesson: { lessonid, classname }, led, learnerid }: ComesProps) {
  const { isBusy, run } = useChange(absenceChanges, 'withdrawAbsence');
  const [isAsking, setIsAsking] = useState(false);
  const begin = useBegin();
  const withdraw = () => run({ lessonid, learnerid });
  return (
    <>
      <ActionButton
        className="btn btn-outline btn-sm"
        isBusy={isBusy}
        aria-label={t('common.label_of', { label: t('absences.comes'), of: classname })}
        onClick={() => (led ? setIsAsking(true) : withdraw())}
      >
        {t('absences.comes')}
      </ActionButton>
      {isAsking && led && (
        <ConfirmDialog
          title={t('absences.comes_title')}
          confirmLabel={t('absences.comes')}
          cancelLabel={t('common.cancel')}
          tone="primary"
          onConfirm={withdraw}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('absences.comes_lead', { classname: led.classname, moment: begin(led.startsat) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type LineProps = {
  family: Family;
  learner: { learnerid: string; learnername: string };
  classname: string;
  startsat: string;
  note?: string;
  words?: string | null;
  children: ReactNode;
};

function Line({ family, learner, classname, startsat, note, words, children }: LineProps) {
  const begin = useBegin();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{classname}</OwnWords>
        </p>
        <p className="text-quiet text-sm first-letter:uppercase">
          <time dateTime={startsat}>{begin(startsat)}</time>
        </p>
        {note && <p className="text-sm">{note}</p>}
        {words && (
          <p dir="auto" className="wrap-anywhere text-quiet text-sm">
            {words}
          </p>
        )}
      </div>
      {isFamily(family) && <NameTag {...tagOf(family, learner)} />}
      {children}
    </li>
  );
}
