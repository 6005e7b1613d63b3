import { useCallback, useId, useMemo, useState } from 'react';
import type { AttendanceState, Register } from '#contract/registers/calls.ts';
import { t } from '#languages/t.ts';
import { ChevronDown } from '#web/components/icons/chevron-down.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { AllPresent } from './all-present.tsx';
import type { DayLesson } from './kept.ts';
import { RegisterLines } from './register-lines.tsx';
import { mark, takeBack, useRegisters } from './registers.ts';
import { isMarked, rowsOf, type ShownRow } from './rows.ts';
import { sendNow } from './send-marks.ts';

const NONE: ReadonlySet<string> = new Set();

type Props = {
  lesson: DayLesson;
  isOpen: boolean;
  /** Whether its day has begun: before, nothing is marked. */
  hasDayBegun: boolean;
  onToggle: () => void;
};

/** A lesson of a day with its register, folded below its line. */
export function LessonPanel({ lesson, isOpen, hasDayBegun, onToggle }: Props) {
  const id = useId();
  const { hours } = useHours();
  const { _id, classname, startsat, endsat, room, state } = lesson;
  const register = useRegisters(({ registers }) => registers.get(_id));
  const userid = useRegisters(({ holder }) => holder?.userid ?? '');
  const marks = useRegisters((known) => known.marks);
  const replaced = useRegisters((known) => known.replaced.get(_id) ?? NONE);
  const rows = useMemo(
    () => (register ? rowsOf(register, { marks, userid, replaced }) : []),
    [register, marks, userid, replaced],
  );
  const isOff = state === 'cancelled';
  const facts = [
    room,
    isOff && t('weeks.cancelled_too'),
    !isOff &&
      register &&
      t('registers.marked_of', { marked: rows.filter(isMarked).length, total: rows.length }),
  ];
  return (
    <section aria-labelledby={id} className="panel">
      <h3 id={id} className="font-sans">
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={isOff}
          className="flex min-h-16 w-full flex-wrap items-center gap-x-5 gap-y-1 px-5 py-3 text-start"
          onClick={onToggle}
        >
          <time
            dateTime={startsat}
            className={`font-display text-lg tabular-nums ${isOff ? 'text-quiet line-through' : 'font-semibold'}`}
          >
            {hours(startsat, endsat)}
          </time>
          <span className="min-w-0 flex-1 basis-40">
            <span className="wrap-anywhere block font-semibold">
              <OwnWords>{classname}</OwnWords>
            </span>
            <span className="wrap-anywhere block text-quiet text-sm">{facts.filter(Boolean).join(', ')}</span>
          </span>
          {!isOff && (
            <ChevronDown
              className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
              aria-hidden="true"
            />
          )}
        </button>
      </h3>
      {isOpen && !isOff && (
        <div className="border-base-300 border-t px-5 pb-4">
          {register ? (
            <RegisterList register={register} rows={rows} hasDayBegun={hasDayBegun} />
          ) : (
            <p className="py-5 text-quiet">{t('registers.list_not_here')}</p>
          )}
        </div>
      )}
    </section>
  );
}

type ListProps = Pick<Props, 'hasDayBegun'> & { register: Register; rows: readonly ShownRow[] };

function RegisterList({ register, rows, hasDayBegun }: ListProps) {
  const lessonid = register.lesson._id;
  const canMark = hasDayBegun && !register.closed;
  const onMark = useCallback(
    async (learnerid: string, state: AttendanceState) => {
      await mark(lessonid, [learnerid], { state });
      sendNow();
    },
    [lessonid],
  );
  if (rows.length === 0) return <p className="py-5 text-quiet">{t('rosters.nobody_yet')}</p>;
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center gap-3 py-3">
        {canMark && <MarkAll lessonid={lessonid} rows={rows} />}
        {!hasDayBegun && <p className="text-quiet">{t('registers.from_its_day_on')}</p>}
        {register.closed && hasDayBegun && <p className="text-quiet">{t('registers.is_closed')}</p>}
        {canMark && <p className="text-quiet text-sm pointer-coarse:hidden">{t('registers.keys')}</p>}
      </div>
      <RegisterLines rows={rows} isOpen={canMark} onMark={onMark} />
    </>
  );
}

/** Marks those without a mark and without notice; can be taken back until it is sent. */
function MarkAll({ lessonid, rows }: { lessonid: string } & Pick<ListProps, 'rows'>) {
  const [ids, setIds] = useState<readonly string[]>([]);
  // With every change: how long marks are held is a matter of time.
  const { marks, sending } = useRegisters((known) => known);
  const left = rows.filter((row) => !isMarked(row) && !row.notice);
  const undone = marks.filter(
    ({ id, heldUntil }) =>
      ids.includes(id) && (sending === 'waiting' || (heldUntil !== undefined && heldUntil > Date.now())),
  );

  async function markAll() {
    const learnerids = left.map(({ learnerid }) => learnerid);
    setIds(await mark(lessonid, learnerids, { state: 'present', isHeld: true }));
    sendNow();
  }
  return (
    <AllPresent
      isPossible={left.length > 0}
      undone={undone.length}
      onMark={() => void markAll()}
      onUndo={() => void takeBack(undone.map(({ id }) => id))}
    />
  );
}
