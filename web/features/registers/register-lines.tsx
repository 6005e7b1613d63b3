import { type KeyboardEvent, memo } from 'react';
import { ATTENDANCE_STATES, type AttendanceState } from '#contract/registers/calls.ts';
import { RegisterLine } from './register-line.tsx';
import { isSameRow, type ShownRow } from './rows.ts';

type Props = {
  rows: readonly ShownRow[];
  isOpen: boolean;
  onMark: (learnerid: string, state: AttendanceState) => void;
};

export function RegisterLines({ rows, isOpen, onMark }: Props) {
  const groups = Array.from({ length: Math.ceil(rows.length / GROUP) }, (_, at) => at * GROUP);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of HTML has no groups between it and its items
    <div
      role="list"
      className="divide-y divide-base-300"
      onKeyDown={isOpen ? (event) => pressed(event, onMark) : undefined}
    >
      {groups.map((from) => (
        <Group key={from} rows={rows.slice(from, from + GROUP)} isOpen={isOpen} onMark={onMark} />
      ))}
    </div>
  );
}

/**
 * Students who are compared, laid out and painted together: a tap in an orchestra goes through the groups, and
 * through the lines of its own.
 */
const GROUP = 8;

const Group = memo(
  ({ rows, isOpen, onMark }: Props) => (
    // What is contained is cut at its edge: the ring of a target with the focus needs its place inside of it.
    <div className="-mx-2 divide-y divide-base-300 px-2 [contain-intrinsic-height:auto_56rem] [content-visibility:auto] md:[contain-intrinsic-height:auto_36rem]">
      {rows.map((row) => (
        <RegisterLine key={row.learnerid} row={row} isOpen={isOpen} onMark={onMark} />
      ))}
    </div>
  ),
  (before, after) =>
    before.isOpen === after.isOpen &&
    before.onMark === after.onMark &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => isSameRow(row, after.rows[at])),
);

const TARGET = 'button[data-state]';

/** 1, 2 and 3 mark the student whose targets have the focus; arrows lead to the next student and target. */
function pressed(event: KeyboardEvent, onMark: (learnerid: string, state: AttendanceState) => void) {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  const line = target.closest<HTMLElement>('[data-learner]');
  if (!line) return;
  const state = ATTENDANCE_STATES[Number(key) - 1];
  const targets = [...line.querySelectorAll<HTMLElement>(TARGET)];
  const at = targets.indexOf(target);
  if (state) {
    onMark(line.dataset.learner ?? '', state);
    targets[Number(key) - 1]?.focus();
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const lines = [...event.currentTarget.querySelectorAll('[data-learner]')];
    const next = lines[lines.indexOf(line) + (key === 'ArrowDown' ? 1 : -1)];
    const beside = next?.querySelectorAll<HTMLElement>(TARGET);
    (next?.querySelector<HTMLElement>(`${TARGET}[tabindex="0"]`) ?? beside?.[at])?.focus();
  } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isForward = (key === 'ArrowRight') === (getComputedStyle(line).direction === 'ltr');
    targets[at + (isForward ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
}
