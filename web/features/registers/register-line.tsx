import { memo, useDeferredValue, useId } from 'react';
import { ATTENDANCE_STATES, type AttendanceState } from '#contract/registers/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Check } from '#web/components/icons/check.tsx';
import { Clock } from '#web/components/icons/clock.tsx';
import { Hourglass } from '#web/components/icons/hourglass.tsx';
import type { Icon } from '#web/components/icons/icon.tsx';
import { X } from '#web/components/icons/x.tsx';
import { isSameRow, type ShownRow } from './rows.ts';

export const STATE_WORDS = {
  present: 'registers.present',
  late: 'registers.late',
  absent: 'registers.absent',
} satisfies Record<AttendanceState, PlainId>;

const LOOKS: Record<AttendanceState, { icon: Icon; pressed: string }> = {
  present: { icon: Check, pressed: 'border-success bg-success text-success-content' },
  late: { icon: Clock, pressed: 'border-warning bg-warning text-warning-content' },
  absent: { icon: X, pressed: 'border-error bg-error text-error-content' },
};

type Props = {
  row: ShownRow;
  isOpen: boolean;
  onMark: (learnerid: string, state: AttendanceState) => void;
};

/** A student of a lesson with the three targets; rendered anew only where something of it changed. */
export const RegisterLine = memo(
  function RegisterLine({ row, isOpen, onMark }: Props) {
    const id = useId();
    const { learnerid, learnername, note, state, notice, words, guest, trial, isWaiting, isReplaced } = row;
    // A browser works out styles at once when the tabindex of what has the focus changes: after the paint.
    const reached = useDeferredValue(state);
    return (
      // biome-ignore lint/a11y/useSemanticElements: it stands in a group of its list
      <div
        role="listitem"
        data-learner={learnerid}
        className="-mx-2 flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-3"
      >
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span id={id} dir="auto" className="wrap-anywhere font-semibold">
              {learnername}
            </span>
            {guest && (
              <span className="badge badge-sm bg-mist text-plum">
                {t(trial ? 'registers.trial' : 'registers.guest')}
              </span>
            )}
            {notice && <span className="badge badge-sm bg-honey">{t('registers.cannot_come')}</span>}
            {isWaiting && (
              <Hourglass
                className="size-4 shrink-0 text-quiet"
                aria-label={t('registers.not_sent')}
                role="img"
              />
            )}
          </p>
          {words && (
            <p dir="auto" className="wrap-anywhere text-sm">
              {words}
            </p>
          )}
          {note && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line text-quiet text-sm">
              {note}
            </p>
          )}
          {isReplaced && <p className="text-quiet text-sm">{t('registers.replaced')}</p>}
        </div>
        <fieldset aria-labelledby={id} className="grid w-full grid-cols-3 gap-2 sm:w-auto sm:min-w-84">
          {ATTENDANCE_STATES.map((one, at) => {
            const { icon: Icon, pressed } = LOOKS[one];
            const isPressed = state === one;
            return (
              <button
                key={one}
                type="button"
                data-state={one}
                aria-pressed={isPressed}
                aria-keyshortcuts={String(at + 1)}
                // Of each student one target is reached by Tab, the others by arrows.
                tabIndex={reached === one || (reached === null && at === 0) ? 0 : -1}
                disabled={!isOpen}
                className={`flex min-h-14 scroll-mb-20 flex-col items-center justify-center gap-x-1.5 rounded-field border-2 px-1 font-semibold text-sm sm:min-h-12 sm:flex-row sm:px-2 ${
                  isPressed ? pressed : 'border-base-300 bg-base-100 enabled:hover:border-primary'
                } disabled:opacity-60`}
                onClick={() => onMark(learnerid, one)}
              >
                <Icon className="size-4.5 shrink-0" aria-hidden="true" />
                <span className="wrap-anywhere min-w-0">{t(STATE_WORDS[one])}</span>
              </button>
            );
          })}
        </fieldset>
      </div>
    );
  },
  (before, after) =>
    before.isOpen === after.isOpen && before.onMark === after.onMark && isSameRow(before.row, after.row),
);
