import type * as z from 'zod';
import { FACTS_MAX } from '#contract/school/calls.ts';
import type { NewFact } from '#contract/school/schema.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type FactRow = Row<'facts'>;
type Draft = z.output<typeof NewFact>;
type Acting = { actor: Actor; now: number };

/** Adds a fact and gives its id. Throws `too-many-facts`. */
export async function addFact(
  db: Db,
  { position, ...draft }: Draft,
  { actor, now }: Acting,
): Promise<string> {
  return transact(db, async (tx) => {
    await queries.lockSchool(tx);
    const others = await queries.findFactsOfKind(tx, draft.kind);
    ensure(others.length < FACTS_MAX[draft.kind], 'too-many-facts');
    const fact = { _id: newId(now), ...columnsOf(draft), position: others.length };
    await queries.insertFact(tx, fact);
    await place(tx, fact, others, position);
    await log(tx, fact, { action: 'added', actor, now });
    return fact._id;
  });
}

type FactWords = Partial<Record<'title' | 'words' | 'byline' | 'day', string | undefined>>;

/**
 * Changes a fact, which stays of its kind. Throws `fact-not-found`, and `changed-meanwhile` where it does not
 * say what it `was` any more.
 */
export async function updateFact(
  db: Db,
  { position, was, ...draft }: Draft & { was?: FactWords },
  { id, actor, now }: Acting & { id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    await queries.lockSchool(tx);
    const before = await queries.findFact(tx, id);
    ensure(before?.kind === draft.kind, 'fact-not-found');
    const fact = { ...before, ...columnsOf(draft) };
    ensure(!was || saysSame(fact, before) || saysSame(wordsOf(was), before), 'changed-meanwhile');
    await queries.updateFactRow(tx, fact);
    const others = (await queries.findFactsOfKind(tx, draft.kind)).filter(({ _id }) => _id !== id);
    await place(tx, fact, others, position ?? before.position);
    await log(tx, fact, { action: 'updated', actor, now });
  });
}

/** Deletes a fact. Throws `fact-not-found`. */
export async function deleteFact(db: Db, { id, actor, now }: Acting & { id: string }): Promise<void> {
  await transact(db, async (tx) => {
    await queries.lockSchool(tx);
    const fact = await queries.findFact(tx, id);
    ensure(fact, 'fact-not-found');
    await queries.deleteFactRow(tx, id);
    await log(tx, fact, { action: 'deleted', actor, now });
  });
}

/** An event of the home page that stands for something else, whose id it has. */
type EventOf = { _id: string; title: string; day: string; words: string };

/**
 * Adds an event that stands for something else, at its end of the list, or words it anew where it is there.
 * Throws `too-many-facts`.
 */
export async function putEvent(tx: Db, event: EventOf, { actor, now }: Acting): Promise<void> {
  await queries.lockSchool(tx);
  const before = await queries.findFact(tx, event._id);
  const others = await queries.findFactsOfKind(tx, 'event');
  ensure(before || others.length < FACTS_MAX.event, 'too-many-facts');
  const fact = { kind: 'event' as const, position: others.length, byline: null, ...before, ...event };
  if (before) await queries.updateFactRow(tx, fact);
  else await queries.insertFact(tx, fact);
  await log(tx, fact, { action: before ? 'updated' : 'added', actor, now });
}

/** Words such an event anew where there is one: what it stands for is another now. */
export async function changeEvent(tx: Db, event: EventOf): Promise<void> {
  if (await queries.findFact(tx, event._id)) await queries.updateFactRow(tx, event);
}

/** Takes such an event away where there is one. */
export const dropEvent = (tx: Db, id: string): Promise<void> => queries.deleteFactRow(tx, id);

const columnsOf = ({ kind, ...words }: Omit<Draft, 'position'>): Omit<FactRow, '_id' | 'position'> => ({
  kind,
  ...wordsOf(words),
});

/** What was left empty is nothing in the records. */
function wordsOf({ title, words, byline, day }: FactWords) {
  const filled = (value: string | undefined) => value || null;
  return { title: filled(title), words: filled(words), byline: filled(byline), day: filled(day) };
}

const saysSame = (one: ReturnType<typeof wordsOf>, other: FactRow): boolean =>
  (['title', 'words', 'byline', 'day'] as const).every((name) => one[name] === other[name]);

/**
 * Numbers the facts of a kind anew, so that one comes at a place among the others; at the end where the place
 * is behind it.
 */
async function place(tx: Db, fact: FactRow, others: readonly FactRow[], position = others.length) {
  const ordered = others.toSpliced(position, 0, fact);
  for (const [at, { _id, position: was }] of ordered.entries())
    if (was !== at) await queries.updateFactRow(tx, { _id, position: at });
}

const NAME_LENGTH = 60;

async function log(
  tx: Db,
  { _id, kind, title, words }: FactRow,
  change: Acting & { action: 'added' | 'updated' | 'deleted' },
) {
  const subjectname = title ?? words?.slice(0, NAME_LENGTH) ?? kind;
  await insertChange(tx, { about: 'school', subjectid: _id, subjectname, note: kind, ...change });
}
