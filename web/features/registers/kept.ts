import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';
import type { AttendanceState, Register, RegisterDay } from '#contract/registers/calls.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { ROSTERS } from '#web/lib/session/forget-rosters.ts';
import { noteRosters, rosterOwner } from '#web/lib/session/register-rosters.ts';
import { currentSession } from '#web/lib/session/session.ts';

/*
 * What this browser keeps for the time without a network, in two databases. Rosters go once the sign-in has ended,
 * another account signs in, or after two days. Marks that the school does not have yet wait for their account: they
 * name lessons and students by their ids alone.
 */

const HOUR_MS = 60 * 60_000;
export const KEPT_MS = 48 * HOUR_MS;
/** A mark that was not sent until then would be refused: its register is closed. */
const MARKS_MS = 30 * 24 * HOUR_MS;
const MARKS = 'marks';

export type DayLesson = RegisterDay['lessons'][number];
export type KeptDay = { day: string; lessons: readonly DayLesson[]; keptat: number };
type KeptRegister = { lessonid: string; register: Register; keptat: number };
/** Who may see what is kept, and how far this device's clock is behind the school's. */
export type Holder = { id: 'holder'; userid: string; name: string; photoURL: string | null; behind: number };

/** A mark that the school does not have yet. */
export type WaitingMark = {
  id: string;
  userid: string;
  lessonid: string;
  learnerid: string;
  state: AttendanceState;
  /** By the school's clock. */
  markedat: number;
  /** Until when it can be taken back before it is sent, by this device's clock. */
  heldUntil?: number | undefined;
  /** Why the school does not take it; it stays until its teacher has read that. */
  refused?: string | undefined;
};

interface RosterTables extends DBSchema {
  holders: { key: string; value: Holder };
  days: { key: string; value: KeptDay };
  registers: { key: string; value: KeptRegister };
}
interface MarkTables extends DBSchema {
  marks: { key: string; value: WaitingMark };
}

/** Opens a database once; another tab that removes it is let. */
function openOnce<T extends DBSchema>(name: string, stores: Partial<Record<StoreNames<T> & string, string>>) {
  let opened: Promise<IDBPDatabase<T>> | undefined;
  return function open(): Promise<IDBPDatabase<T>> {
    opened ??= openDB<T>(name, 1, {
      upgrade(db) {
        for (const [store, keyPath] of Object.entries(stores))
          db.createObjectStore(store as StoreNames<T>, { keyPath: keyPath as string });
      },
      blocking(_current, _blocked, { target }) {
        opened = undefined;
        (target as IDBDatabase).close();
      },
      terminated() {
        opened = undefined;
      },
    });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
}

const rosters = openOnce<RosterTables>(ROSTERS, { holders: 'id', days: 'day', registers: 'lessonid' });
const marks = openOnce<MarkTables>(MARKS, { marks: 'id' });

const isOff = () => clientConfig().isWorkerOff === true;
/** Whose rosters may be written now: a sign-in that has ended leaves none behind. */
const mayKeep = (userid: string) => {
  const session = currentSession();
  return !isOff() && session.state === 'signed-in' && session.user._id === userid;
};

export type KeptRosters = { holder: Holder; days: KeptDay[]; registers: Register[] };

/** What is kept of rosters; undefined where nothing is. What is older than two days is removed. */
export async function readRosters(): Promise<KeptRosters | undefined> {
  const owner = rosterOwner();
  if (isOff() || !owner) return undefined;
  try {
    const tx = (await rosters()).transaction(['holders', 'days', 'registers'], 'readwrite');
    const since = Date.now() - KEPT_MS;
    const holder = await tx.objectStore('holders').get('holder');
    const days = await tx.objectStore('days').getAll();
    const registers = await tx.objectStore('registers').getAll();
    for (const { day, keptat } of days) if (keptat < since) await tx.objectStore('days').delete(day);
    for (const { lessonid, keptat } of registers)
      if (keptat < since) await tx.objectStore('registers').delete(lessonid);
    await tx.done;
    if (holder?.userid !== owner) return undefined;
    return {
      holder,
      days: days.filter(({ keptat }) => keptat >= since),
      registers: registers.filter(({ keptat }) => keptat >= since).map(({ register }) => register),
    };
  } catch {
    return undefined;
  }
}

/** Keeps what an account has just read; `only` these days stay. */
export async function keepRosters(
  holder: Holder,
  { days = [], registers = [], only }: { days?: KeptDay[]; registers?: Register[]; only?: readonly string[] },
): Promise<void> {
  if (!mayKeep(holder.userid)) return;
  try {
    noteRosters(holder.userid, Date.now() + KEPT_MS);
    const tx = (await rosters()).transaction(['holders', 'days', 'registers'], 'readwrite');
    const known = await tx.objectStore('holders').get('holder');
    if (known && known.userid !== holder.userid) {
      await tx.objectStore('days').clear();
      await tx.objectStore('registers').clear();
    }
    await tx.objectStore('holders').put(holder);
    for (const day of days) await tx.objectStore('days').put(day);
    for (const register of registers)
      await tx.objectStore('registers').put({ lessonid: register.lesson._id, register, keptat: Date.now() });
    if (only) {
      const kept = await tx.objectStore('days').getAll();
      const lessons = new Set(
        kept.filter(({ day }) => only.includes(day)).flatMap(({ lessons }) => lessons.map(({ _id }) => _id)),
      );
      for (const { day } of kept) if (!only.includes(day)) await tx.objectStore('days').delete(day);
      for (const lessonid of await tx.objectStore('registers').getAllKeys())
        if (!lessons.has(lessonid)) await tx.objectStore('registers').delete(lessonid);
    }
    await tx.done;
  } catch {
    // A browser that keeps nothing still shows what it has just read.
  }
}

/** Where a browser keeps nothing, marks wait as long as their page is open. */
const inMemory = new Map<string, WaitingMark>();
let isMemoryOnly = false;

async function withMarks<T>(
  work: (db: IDBPDatabase<MarkTables>) => Promise<T>,
  instead: () => T,
): Promise<T> {
  if (isOff() || isMemoryOnly) return instead();
  try {
    return await work(await marks());
  } catch {
    isMemoryOnly = true;
    return instead();
  }
}

/** Every mark that waits in this browser, the oldest first; one that is too old is removed. */
export async function readMarks(): Promise<WaitingMark[]> {
  const all = await withMarks(
    (db) => db.getAll('marks'),
    () => [...inMemory.values()],
  );
  const since = Date.now() - MARKS_MS;
  const old = all.filter(({ markedat }) => markedat < since);
  if (old.length > 0) await removeMarks(old.map(({ id }) => id));
  return all.filter(({ markedat }) => markedat >= since).sort((one, other) => one.markedat - other.markedat);
}

export const keepMarks = (list: readonly WaitingMark[]): Promise<void> =>
  withMarks(
    async (db) => {
      const tx = db.transaction('marks', 'readwrite');
      for (const mark of list) void tx.store.put(mark);
      await tx.done;
    },
    () => {
      for (const mark of list) inMemory.set(mark.id, mark);
    },
  );

export const removeMarks = (ids: readonly string[]): Promise<void> =>
  withMarks(
    async (db) => {
      const tx = db.transaction('marks', 'readwrite');
      for (const id of ids) void tx.store.delete(id);
      await tx.done;
    },
    () => {
      for (const id of ids) inMemory.delete(id);
    },
  );

/** Removes all that this browser keeps, marks that wait too. */
export function removeKept() {
  indexedDB.deleteDatabase(ROSTERS);
  indexedDB.deleteDatabase(MARKS);
}
