import { isStrangers } from '#server/auth/queries.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { newId } from '#server/database/ids.ts';
import { turn } from '#server/database/lists/turns.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace, transact } from '#server/database/transact.ts';
import { AppError } from '#server/http/errors.ts';
import { type Enrolling, giveWished, type PlaceTold } from './give-wished.ts';
import {
  type Family,
  type Judged,
  judgeFamily,
  judgeFamilyInTurns,
  type KnownAccount,
  nameOfFamily,
} from './judge-family.ts';
import * as queries from './queries.ts';
import type { Entry } from './reading/read-entry.ts';
import { childKey, type Elsewhere, firstPlaces } from './same-child.ts';

const GROWN_UP_YEARS = 18;
/** Of one transaction, whole families each: short, since who signs up meanwhile waits for it. */
const FAMILIES_AT_ONCE = 20;

export type ImportEntries = {
  entries: readonly Entry[];
  /** A day of the school's own clocks. */
  today: string;
  now: () => number;
};

/** What became of each line, and of the places that they ask for. */
export type Outcome = { lines: Judged[]; places: PlaceTold[] };

/**
 * Says of each line what would become of it. Changes nothing: where lines ask for places, a few families at a
 * time are taken in and enrolled, and that is rolled back.
 */
export async function judgeAll(
  db: Db,
  { entries, today, now }: ImportEntries,
  enrolling?: Enrolling,
): Promise<Outcome> {
  if (enrolling) return rehearse(db, { entries, today, now }, enrolling);
  const judged: Judged[] = [];
  for await (const some of batchesOf(entries))
    for (const family of await findFamilies(db, some, { today }))
      for (const line of await judgeFamilyInTurns(family)) judged.push(line);
  return { lines: judged, places: [] };
}

async function rehearse(
  db: Db,
  { entries, today, now }: ImportEntries,
  enrolling: Enrolling,
): Promise<Outcome> {
  const all: Outcome = { lines: [], places: [] };
  // Of all lines before, since nothing is kept from one transaction to the next.
  const reserved = new Map<string, number>();
  const lines = entries.length;
  for await (const some of batchesOf(entries)) {
    const outcome = await transactOrTry(db, true, async (tx) => {
      const { _id, name } = { name: '', ...enrolling.actor };
      const importid = await queries.insertImport(tx, { actor: { _id: _id ?? '', name }, lines, now: now() });
      const when = { today, now: now(), enrolling: { ...enrolling, reserved } };
      return takeInSome(tx, importid, some, when);
    });
    all.lines.push(...outcome.lines);
    all.places.push(...outcome.places);
    for (const { classid } of outcome.places)
      if (classid !== undefined) reserved.set(classid, (reserved.get(classid) ?? 0) + 1);
  }
  return all;
}

/**
 * Takes in what is new, a few families in a transaction and none of them half, so that whatever was
 * interrupted may be begun again with the same file. `importid` names the import, which knows how far it is.
 * Gives what became of each line.
 */
export async function importEntries(
  db: Db,
  importid: string,
  { entries, today, now }: ImportEntries,
  enrolling?: Enrolling,
): Promise<Outcome> {
  const all: Outcome = { lines: [], places: [] };
  for await (const some of batchesOf(entries)) {
    const outcome = await transact(db, (tx) =>
      takeInSome(tx, importid, some, { today, now: now(), enrolling }),
    );
    all.lines.push(...outcome.lines);
    all.places.push(...outcome.places);
  }
  return all;
}

type Batch = { families: readonly (readonly Entry[])[]; first: ReadonlyMap<string, Entry> };

/** Each in a turn of its own, since who signs up meanwhile does not wait for all of them. */
async function* batchesOf(entries: readonly Entry[]): AsyncGenerator<Batch> {
  const first = await firstPlaces(entries);
  const families = [...Map.groupBy(entries, ({ email }) => email).values()];
  for (let at = 0; at < families.length; at += FAMILIES_AT_ONCE) {
    await turn('row');
    yield { families: families.slice(at, at + FAMILIES_AT_ONCE), first };
  }
}

async function takeInSome(
  tx: Db,
  importid: string,
  batch: Batch,
  { today, now, enrolling }: { today: string; now: number; enrolling?: Enrolling | undefined },
): Promise<Outcome> {
  const families = await findFamilies(tx, batch, { today, isLocking: true });
  const judged = families.map((family) => ({ family, lines: judgeFamily(family) }));
  const accounts = await insertAccounts(tx, judged, { importid, now });
  const children = judged.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.verdict === 'new' && !line.isSelf ? line.entry : [])),
  );
  await queries.insertBrought(
    tx,
    children.map(({ email, firstname, lastname, born, note }) => ({
      _id: newId(now),
      userid: accounts.get(email) ?? null,
      self: 0 as const,
      firstname,
      lastname,
      born,
      note: note || null,
      reminds: 1 as const,
      importid,
      leftat: null,
      createdat: now,
    })),
  );
  const all = judged.flatMap(({ lines }) => lines);
  const rows = all.filter(({ verdict }) => verdict === 'new').length;
  const goesOn = await queries.updateProgress(tx, importid, { rows, linesdone: all.length, now });
  if (!goesOn) throw new AppError('import-not-found');
  return { lines: all, places: enrolling ? await giveWished(tx, judged, { ...enrolling, importid }) : [] };
}

/** Adds the accounts that are new; gives the ids of all of them by their addresses. */
async function insertAccounts(
  tx: Db,
  judged: readonly { family: Family; lines: readonly Judged[] }[],
  { importid, now }: { importid: string; now: number },
): Promise<ReadonlyMap<string, string>> {
  const added = judged.flatMap(({ family, lines }) => {
    const taken = lines.filter((line) => line.verdict === 'new');
    const [first] = taken;
    if (family.account || !first) return [];
    const self = taken.find(({ isSelf }) => isSelf)?.entry;
    const phone = family.entries.find((entry) => entry.phone)?.phone ?? null;
    const { email } = first.entry;
    return { email, name: nameOfFamily(family), phone, born: self?.born ?? null, note: self?.note || null };
  });
  const users = await queries.insertAccounts(tx, added, { importid, now });
  // An account was made in this moment: the verdict no longer holds.
  if (users.length < added.length) throw new LostRace();
  if (users.length > 0) await countRole(tx, 'student', users.length);
  const known = judged.flatMap(({ family: { account, entries } }) => {
    const [first] = entries;
    return account && first ? [[first.email, account._id] as const] : [];
  });
  return new Map([...known, ...users.map(({ email, _id }) => [email ?? '', _id] as const)]);
}

/** What the school knows of some families at this moment. */
async function findFamilies(
  db: Db,
  { families, first }: Batch,
  { today, isLocking = false }: { today: string; isLocking?: boolean },
): Promise<Family[]> {
  const emails = families.flatMap(([entry]) => entry?.email ?? []);
  const users = await queries.findAccounts(db, emails, { isLocking });
  const learners = await queries.findLearnersOf(
    db,
    users.map(({ _id }) => _id),
  );
  const alike = families.flat().flatMap(({ born, lastname }) => (born === null ? [] : { born, lastname }));
  const born = await queries.findBornAlike(db, alike);
  const learnersOf = Map.groupBy(learners, ({ userid }) => userid);
  const accounts = new Map<string, KnownAccount>(
    users.map(({ _id, email, name, role, ...user }) => [
      email,
      { _id, name, role, isStrangers: isStrangers(user), learners: learnersOf.get(_id) ?? [] },
    ]),
  );
  const elsewhere = elsewhereOf({ first, born });
  return families.map((entries) => ({
    entries,
    account: accounts.get(entries[0]?.email ?? ''),
    elsewhere,
    grownUpSince: yearsBefore(today, GROWN_UP_YEARS),
  }));
}

/** Finds the same child under another address: in the records, or in an earlier line. */
function elsewhereOf({
  first,
  born,
}: {
  first: ReadonlyMap<string, Entry>;
  born: Awaited<ReturnType<typeof queries.findBornAlike>>;
}) {
  const there = Map.groupBy(born, childKey);
  return (entry: Entry): Elsewhere | undefined => {
    const key = childKey(entry);
    if (!key) return undefined;
    const known = there.get(key)?.find(({ email }) => email !== entry.email);
    if (known) return { email: known.email };
    const earlier = first.get(key);
    return earlier && earlier.email !== entry.email
      ? { email: earlier.email, line: earlier.line }
      : undefined;
  };
}

/** The same day so many years before; of 29 February the first of March. */
const yearsBefore = (day: string, years: number) => {
  const [year = '', ...rest] = day.split('-');
  return [String(Number(year) - years).padStart(4, '0'), ...rest].join('-');
};
