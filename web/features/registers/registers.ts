import { useSyncExternalStore } from 'react';
import type { AttendanceState, Register, RegisterDay } from '#contract/registers/calls.ts';
import { REGISTERS_SHOWN, registerCalls } from '#contract/registers/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { currentSession } from '#web/lib/session/session.ts';
import {
  type Holder,
  type KeptDay,
  keepMarks,
  keepRosters,
  readMarks,
  readRosters,
  removeMarks,
  type WaitingMark,
} from './kept.ts';
import { HOLD_MS, momentsOf } from './rows.ts';

/*
 * The registers of today and tomorrow as this page knows them: what the school said last, and the marks that it does
 * not have yet. Tabs tell each other what has changed.
 */

const api = apiOf(registerCalls);

/** How the sending of marks stands: `waiting` for the network, `ended` with the sign-in. */
export type Sending = 'idle' | 'sending' | 'waiting' | 'ended';

export type Registers = {
  holder: Holder | undefined;
  days: readonly KeptDay[];
  registers: ReadonlyMap<string, Register>;
  /** Of any account; the oldest first. */
  marks: readonly WaitingMark[];
  sending: Sending;
  /** Students, by their lessons, whose mark of another device replaced one of this. */
  replaced: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the school was asked and did not answer. */
  isStale: boolean;
};

const EMPTY: Registers = {
  holder: undefined,
  days: [],
  registers: new Map(),
  marks: [],
  sending: 'idle',
  replaced: new Map(),
  isStale: false,
};

let known = EMPTY;
const listeners = new Set<() => void>();

export const knownRegisters = () => known;

export function publish(change: Partial<Registers>) {
  known = { ...known, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What `pick` gives of what is known; a part of the page renders anew only where that has changed, by `Object.is`.
 */
export const useRegisters = <T>(pick: (known: Registers) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => pick(known),
    () => pick(EMPTY),
  );

/** What time it is at the school, whatever this device's clock says. */
export const schoolNow = () => Date.now() + (known.holder?.behind ?? 0);

export const schoolToday = () => dayAt(schoolNow(), clientConfig().school.timezone ?? 'UTC');

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('registers');
if (channel) channel.onmessage = () => void readKept();

/** Tells other tabs to look at what is kept. */
export const tellTabs = () => channel?.postMessage(null);

/** Marks that are shown before they are kept. */
const unkept = new Set<string>();

/** Shows the marks that this browser keeps, and those that are on their way there. */
export function showMarks(kept: readonly WaitingMark[]) {
  publish({ marks: [...kept, ...known.marks.filter(({ id }) => unkept.has(id))] });
}

/** Reads what this browser keeps: at the start, and when another tab has changed it. */
export async function readKept(): Promise<Registers> {
  const [rosters, marks] = await Promise.all([readRosters(), readMarks()]);
  showMarks(marks);
  if (rosters)
    publish({
      holder: rosters.holder,
      days: rosters.days,
      registers: new Map(rosters.registers.map((register) => [register.lesson._id, register])),
    });
  return known;
}

/** Forgets what the page shows of an account that is not here any more. Its marks wait. */
export function forgetShown() {
  publish({ ...EMPTY, marks: known.marks, sending: known.sending });
}

/** How far this device's clock is behind, by what the school said when. */
const behindBy = (servertime: string) => Date.parse(servertime) - Date.now();

function holderBy(servertime: string): Holder | undefined {
  const session = currentSession();
  if (session.state !== 'signed-in') return undefined;
  const { _id, name, photoURL } = session.user;
  return { id: 'holder', userid: _id, name, photoURL, behind: behindBy(servertime) };
}

/** Asks the school for today's and tomorrow's lessons, and for who is in them. Rejects where no answer comes. */
export async function refresh(): Promise<void> {
  try {
    await askSchool();
    publish({ isStale: false });
    tellTabs();
  } catch (error) {
    publish({ isStale: true });
    throw error;
  }
}

/** All lessons of a day, today where none is named, in as many answers as they take. */
async function readDay(asked?: string): Promise<RegisterDay> {
  const lessons = new Map<string, RegisterDay['lessons'][number]>();
  for (let day = asked, after: string | undefined; ; ) {
    const part = await api.listRegisters({ querystring: { day, after, limit: REGISTERS_SHOWN } });
    for (const lesson of part.lessons) lessons.set(lesson._id, lesson);
    if (part.lessons.length < REGISTERS_SHOWN) return { ...part, lessons: [...lessons.values()] };
    // Midnight may come between two parts.
    day = part.day;
    after = part.lessons.at(-1)?._id;
  }
}

async function askSchool() {
  const first = await readDay();
  const holder = holderBy(first.servertime);
  if (!holder) return;
  const second = await readDay(addDays(first.day, 1));
  const days = [first, second].map(({ day, lessons }) => ({ day, lessons, keptat: Date.now() }));
  // Another account's may be on the page.
  if (known.holder && known.holder.userid !== holder.userid) forgetShown();
  publish({ holder, days });
  await keepRosters(holder, { days, only: days.map(({ day }) => day) });
  const held = days.flatMap(({ lessons }) => lessons.filter(({ state }) => state !== 'cancelled'));
  for (const { _id } of held) await noteRegister(await api.readRegister({ params: { id: _id } }), holder);
  const current = new Set(held.map(({ _id }) => _id));
  publish({ registers: new Map([...known.registers].filter(([id]) => current.has(id))) });
}

function noteRegister(register: Register, holder: Holder): Promise<void> {
  publish({ registers: new Map(known.registers).set(register.lesson._id, register) });
  return keepRosters(holder, { registers: [register] });
}

/** Asks again who is in a lesson. */
export async function refreshRegister(id: string): Promise<Register> {
  const register = await api.readRegister({ params: { id } });
  const holder = holderBy(register.servertime);
  if (holder) await noteRegister(register, holder);
  return register;
}

/** What a lesson's register is after marks were sent. */
export async function noteMarked(
  lessonid: string,
  { rows, servertime, older }: { rows: Register['rows']; servertime: string; older: readonly string[] },
): Promise<void> {
  const holder = holderBy(servertime);
  const register = known.registers.get(lessonid);
  if (!holder) return;
  publish({ holder });
  if (older.length > 0) {
    const before = known.replaced.get(lessonid) ?? [];
    publish({ replaced: new Map(known.replaced).set(lessonid, new Set([...before, ...older])) });
  }
  if (register) await noteRegister({ ...register, rows, servertime }, holder);
}

/** The browser paints what a tap has changed before the next task; one with nothing to paint goes on, too. */
const painted = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Marks students of a lesson, as of now. Shown at once, then kept, then sent; `isHeld` marks wait a moment for one
 * who takes them back. Gives their ids once they are kept.
 */
export async function mark(
  lessonid: string,
  learnerids: readonly string[],
  { state, isHeld = false }: { state: AttendanceState; isHeld?: boolean },
): Promise<string[]> {
  const userid = known.holder?.userid;
  if (!userid) return [];
  const rows = known.registers.get(lessonid)?.rows ?? [];
  const momentOf = momentsOf({ lessonid, rows, marks: known.marks, userid, now: schoolNow() });
  const made = learnerids.map((learnerid) => ({
    id: crypto.randomUUID(),
    userid,
    lessonid,
    learnerid,
    state,
    markedat: momentOf(learnerid),
    heldUntil: isHeld ? Date.now() + HOLD_MS : undefined,
  }));
  for (const { id } of made) unkept.add(id);
  const marked = new Set(learnerids);
  const replaced = known.replaced.get(lessonid);
  // One that is held would be sent later, as older than this one.
  const overtaken = known.marks
    .filter((one) => one.heldUntil !== undefined && one.lessonid === lessonid && one.userid === userid)
    .filter(({ learnerid }) => marked.has(learnerid))
    .map(({ id }) => id);
  publish({
    marks: [...known.marks.filter(({ id }) => !overtaken.includes(id)), ...made],
    ...(replaced && {
      replaced: new Map(known.replaced).set(
        lessonid,
        new Set([...replaced].filter((learnerid) => !marked.has(learnerid))),
      ),
    }),
  });
  await painted();
  await keepMarks(made);
  await removeMarks(overtaken);
  for (const { id } of made) unkept.delete(id);
  tellTabs();
  return made.map(({ id }) => id);
}

/** Takes marks back that have not been sent, or have been read about. */
export async function takeBack(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids);
  publish({ marks: known.marks.filter(({ id }) => !gone.has(id)) });
  await removeMarks(ids);
  tellTabs();
}

/** Lets marks be sent at once that were held for one who takes them back. */
export async function letGo(): Promise<void> {
  const held = known.marks.filter(({ heldUntil }) => heldUntil !== undefined);
  if (held.length === 0) return;
  const ids = new Set(held.map(({ id }) => id));
  const free = held.map((one) => ({ ...one, heldUntil: undefined }));
  publish({ marks: known.marks.map((one) => (ids.has(one.id) ? { ...one, heldUntil: undefined } : one)) });
  await keepMarks(free);
}
