import type { AttendanceState, Register, RegisterRow } from '#contract/registers/calls.ts';
import type { WaitingMark } from './kept.ts';

/** How long marks of a whole class can be taken back before they are sent. */
export const HOLD_MS = 8000;

/** A student of a lesson as the page shows them. */
export type ShownRow = Omit<RegisterRow, 'state'> & {
  /** What the teacher marked; null where nothing was. */
  state: AttendanceState | null;
  /** Whether the school does not have the mark yet. */
  isWaiting: boolean;
  /** Whether a newer mark of another device took the place of this one's. */
  isReplaced: boolean;
};

/** What the teacher marked, whatever the family said. */
export const markOf = ({ state }: Pick<RegisterRow, 'state'>) => (state === 'notice' ? null : state);

/** Whether a student's line would look the same. */
export const isSameRow = (one: ShownRow, other: ShownRow | undefined) =>
  one === other ||
  (other !== undefined && (Object.keys(one) as (keyof ShownRow)[]).every((key) => one[key] === other[key]));

/** How a student was shown last: as long as nothing changes it is the same object, which costs no comparison. */
const shownLast = new WeakMap<RegisterRow, ShownRow>();

function shownAs(row: RegisterRow, how: Pick<ShownRow, 'state' | 'isWaiting' | 'isReplaced'>): ShownRow {
  const last = shownLast.get(row);
  const { state, isWaiting, isReplaced } = how;
  if (last?.state === state && last.isWaiting === isWaiting && last.isReplaced === isReplaced) return last;
  const shown = { ...row, ...how };
  shownLast.set(row, shown);
  return shown;
}

/** Students of a lesson with what was marked last, here or elsewhere; those whose family gave notice come first. */
export function rowsOf(
  { lesson, rows }: Register,
  {
    marks,
    userid,
    replaced,
  }: { marks: readonly WaitingMark[]; userid: string; replaced: ReadonlySet<string> },
): ShownRow[] {
  const own = new Map<string, WaitingMark>();
  for (const mark of marks)
    if (mark.lessonid === lesson._id && mark.userid === userid && !mark.refused)
      own.set(mark.learnerid, mark);
  const shown = rows.map((row) => {
    const mark = own.get(row.learnerid);
    const isNewer =
      mark !== undefined && (row.markedat === null || mark.markedat >= Date.parse(row.markedat));
    return shownAs(row, {
      state: isNewer ? mark.state : markOf(row),
      isWaiting: isNewer,
      isReplaced: !isNewer && replaced.has(row.learnerid),
    });
  });
  return [...shown.filter(({ notice }) => notice), ...shown.filter(({ notice }) => !notice)];
}

type Known = {
  lessonid: string;
  rows: Register['rows'];
  marks: readonly WaitingMark[];
  userid: string;
  /** By the school's clock, as far as this device knows it. */
  now: number;
};

/**
 * When students of a lesson are marked: now, and after all that is known of them here. How far this device's clock
 * is off is learned from answers, and a slow one puts it back: without this a later mark could be the older.
 */
export function momentsOf({ lessonid, rows, marks, userid, now }: Known): (learnerid: string) => number {
  const last = new Map<string, number>();
  const note = (learnerid: string, markedat: number) =>
    last.set(learnerid, Math.max(markedat, last.get(learnerid) ?? 0));
  for (const { learnerid, markedat } of rows) if (markedat !== null) note(learnerid, Date.parse(markedat));
  for (const one of marks)
    if (one.lessonid === lessonid && one.userid === userid) note(one.learnerid, one.markedat);
  return (learnerid) => Math.max(now, (last.get(learnerid) ?? 0) + 1);
}

export const isMarked = ({ state }: { state: AttendanceState | null }) => state !== null;

type Times = { startsat: string; endsat: string; state: string };
/** A lesson is open this long before it begins: its students arrive. */
const EARLY_MS = 15 * 60_000;

/** The lesson that is on, or about to begin, at a moment; else the next one, else the last. */
export function presentLesson<L extends Times>(lessons: readonly L[], now: number): L | undefined {
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  return (
    held.findLast(
      ({ startsat, endsat }) => Date.parse(startsat) - EARLY_MS <= now && now < Date.parse(endsat),
    ) ??
    held.find(({ startsat }) => Date.parse(startsat) > now) ??
    held.at(-1)
  );
}
