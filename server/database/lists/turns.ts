// By import: a test that moves the clock does not move these.
import { setImmediate } from 'node:timers';

/*
 * Every statement on SQLite is answered at once, and so is every row that is made of its answer: however many
 * there are, nothing else happens in the process meanwhile. What goes on for long asks here at every step,
 * and waits for what it is given, if anything: another turn of the event loop, with the answers to others in
 * between.
 */

/** So long a turn of the event loop may take before what goes on gives way. */
const TURN_MS = 5;
/** So often what is long lets others go first before it goes on all the same. */
const PASSED_MAX = 10;

/** A statement, or one of many rows of a list. */
export type Step = 'statement' | 'row';

const statements: (() => void)[] = [];
const rows: (() => void)[] = [];
let began: number | undefined;
let passed = 0;
let isRowsTurn = false;

function isOver(): boolean {
  const now = performance.now();
  if (began !== undefined) return now - began >= TURN_MS;
  began = now;
  setImmediate(() => {
    began = undefined;
  });
  return false;
}

/** Lets the next go on, in the order they came; who finds the turn over waits for another. */
function wakeStatement() {
  if (isOver()) setImmediate(wakeStatement);
  else statements.shift()?.();
}

/** Long lists get one turn each, once no short one waits. */
function wakeRow() {
  if (isOver() && ++passed < PASSED_MAX) return void setImmediate(wakeRow);
  passed = 0;
  rows.shift()?.();
  isRowsTurn = rows.length > 0;
  if (isRowsTurn) setImmediate(wakeRow);
}

/**
 * What to wait for before the next step; nothing while the turn is young and no other list waits. Long lists
 * come after all short ones.
 */
export function turn(step: Step = 'statement'): Promise<void> | undefined {
  const waits = step === 'row' ? rows.length + statements.length : statements.length;
  if (waits === 0 && !isOver()) return undefined;
  return new Promise((resolve) => {
    if (step === 'statement') {
      statements.push(resolve);
      setImmediate(wakeStatement);
      return;
    }
    rows.push(resolve);
    if (isRowsTurn) return;
    isRowsTurn = true;
    setImmediate(wakeRow);
  });
}

/** The same list, an item at a time, with turns of the event loop in between. */
export async function* inTurns<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    await turn('row');
    yield item;
  }
}

/** The same of a list that is there already, without what asynchronous iteration costs. */
export async function mapInTurns<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) {
    const wait = turn('row');
    if (wait) await wait;
    made.push(make(item));
  }
  return made;
}
