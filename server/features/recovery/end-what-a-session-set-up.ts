import type * as z from 'zod';
import { SET_UP_KINDS, type SetUpKind } from '#contract/account/calls.ts';
import type { Recovery } from '#contract/account/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { afterCommit, transact } from '#server/database/transact.ts';
import type { Recovered, RecoveryRule, Rows, SetUp } from '#server/features/feature.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { subjectText } from '#server/jobs/letter.ts';
import * as queries from './queries.ts';

/** What pages show. */
const SHOWN: readonly SetUpKind[] = ['deletion', 'naming'];

type EndingRule = Exclude<RecoveryRule, { stays: string }>;

const rulesOf = (rows: Rows): RecoveryRule[] => Object.values(rows).map(({ recovery }) => recovery);

const endingRules = (rows: Rows): EndingRule[] =>
  rulesOf(rows).filter((rule): rule is EndingRule => !('stays' in rule));

/** As the owner reads it, whatever the order of the tables. */
const inOrder = (setUp: readonly SetUp[]) =>
  setUp.toSorted((one, other) => SET_UP_KINDS.indexOf(one.kind) - SET_UP_KINDS.indexOf(other.kind));

type Because =
  | { because: 'role' }
  | {
      because: 'recovery';
      /**
       * Is called after the commit where pages show more or less: an account stays that was to be deleted,
       * and is shown and offered places again, or a child is named no more.
       */
      showAnew: () => void;
    };

/**
 * Ends what was set up in sessions of an account, table by table as the features say: all of it once its
 * owner has the account back, and what needs the rights of an admin once these are gone. What ended, and that
 * there is more to look at, is kept for the owner's next sign-in.
 */
export async function endWhatASessionSetUp(
  tx: Db,
  userid: string,
  { rows, now, ...why }: Because & { rows: Rows; now: number },
): Promise<void> {
  const of = { because: why.because, now };
  const ended: SetUp[] = [];
  for (const { ends, endsWithRole } of endingRules(rows))
    if (ends && (of.because === 'recovery' || endsWithRole))
      ended.push(...(await ends(tx, { userid, ...of })));
  if (why.because === 'role') return;
  if (ended.some(({ kind }) => kind === 'deletion')) await followKeeping(tx, rows, { userid, now });
  if (ended.some(({ kind }) => SHOWN.includes(kind))) afterCommit(why.showAnew);
  const goeson = await listSetUp(tx, rows, { userid, ...of });
  if (ended.length > 0 || goeson.length > 0)
    await queries.noteRecovery(tx, { userid, ended: inOrder(ended), now });
}

/** What follows, in every feature, once an account is not deleted that was to be. */
export async function followKeeping(
  tx: Db,
  rows: Rows,
  of: Pick<Recovered, 'userid' | 'now'>,
): Promise<void> {
  for (const rule of rulesOf(rows)) if ('stays' in rule) await rule.kept?.(tx, of);
}

async function listSetUp(db: Db, rows: Rows, of: Recovered): Promise<SetUp[]> {
  const lists: SetUp[][] = [];
  for (const { list } of endingRules(rows)) if (list) lists.push(await list(db, of));
  return inOrder(lists.flat());
}

/** In the caller's language; unknown messages are left out. */
const worded = ({ title, detail, ...setUp }: SetUp) => ({
  ...setUp,
  title: subjectText(title) ?? '',
  detail: detail && (subjectText(detail) ?? null),
});

/** What keeps working of an account without a sign-in, and what ended with its latest recovery. */
export async function describeRecovery(
  db: Db,
  rows: Rows,
  of: Pick<Recovered, 'userid' | 'now'>,
): Promise<z.output<typeof Recovery>> {
  const recovered = await queries.findRecovery(db, of.userid);
  return {
    recovered: recovered ? { at: recovered.createdat, ended: recovered.ended.map(worded) } : null,
    goeson: (await listSetUp(db, rows, { ...of, because: 'recovery' })).map(worded),
  };
}

/** Ends one thing of the list. Throws `set-up-not-found`. */
export async function endSetUp(
  db: Db,
  rows: Rows,
  { kind, id, ...of }: Pick<Recovered, 'userid' | 'now'> & { kind: SetUpKind; id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    ensure(await endOne(tx, rows, { kind, id, ...of }), 'set-up-not-found');
  });
}

async function endOne(
  tx: Db,
  rows: Rows,
  { kind, id, ...whose }: Pick<Recovered, 'userid' | 'now'> & { kind: SetUpKind; id: string },
): Promise<boolean> {
  const of: Recovered = { ...whose, because: 'recovery' };
  for (const { list, endOne } of endingRules(rows)) {
    const listed = (await list?.(tx, of)) ?? [];
    if (listed.some((one) => one.kind === kind && one.id === id))
      return (await endOne?.(tx, { ...of, id, rows })) ?? false;
  }
  return false;
}

/**
 * Ends all of the list but what is refused, as the role of a teacher whose classes are public is; gives how
 * many ended.
 */
export async function endAllSetUp(
  db: Db,
  rows: Rows,
  of: Pick<Recovered, 'userid' | 'now'>,
): Promise<number> {
  return transact(db, async (tx) => {
    let count = 0;
    for (const { kind, id } of await listSetUp(tx, rows, { ...of, because: 'recovery' }))
      if (await endOne(tx, rows, { kind, id, ...of }).catch(stayRefused)) count++;
    return count;
  });
}

/** One that stays must not keep the others: a thief would see to it that there is one. */
function stayRefused(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

/** Notes that the owner has looked at it; gives whether there was anything. */
export const closeRecovery = (db: Db, userid: string): Promise<number> => queries.deleteRecovery(db, userid);
