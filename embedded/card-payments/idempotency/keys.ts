import { createHash } from 'node:crypto';
import { badRequest, Refusal } from '#embedded/card-payments/errors.ts';
import type { Answer, CardsRequest } from '#embedded/card-payments/options.ts';
import type { CardsDb, IdempotencyRow } from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';

/** Stripe keeps answers for at least a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/**
 * How long a key stays taken when the process that took it dies: longer than any of the service's
 * transactions.
 */
const LEASE_MS = 15_000;
const KEY_MAX = 255;

export type Claim = { answer: Answer; originalRequest: string } | { owner: string };

/** How parameters are recorded: as a hash, since nothing needs to read them again. */
export const fingerprint = (canonicalParameters: string) =>
  createHash('sha256').update(canonicalParameters).digest('base64url');

/**
 * Takes a key for this request, or finds the answer that was given under it. Throws 409 while another request
 * is working under the key, 400 when the key was used for something else. The unique key of the table decides
 * who is first, also between processes.
 */
export async function claimKey(
  request: Pick<CardsRequest, 'service' | 'requestId' | 'now'>,
  key: string,
  path: string,
  parameters: string,
): Promise<Claim> {
  if (key.length > KEY_MAX) throw badRequest(`An Idempotency-Key has at most ${KEY_MAX} characters.`);
  const { db } = request.service;
  const { now } = request;
  const mine: IdempotencyRow = {
    key,
    path,
    parameters,
    owner: request.requestId,
    leaseuntil: now + LEASE_MS,
    status: null,
    body: null,
    createdat: now,
  };
  const [inserted] = await addKey(db, { ...mine, forgottenbefore: now - KEPT_MS });
  if (inserted) return { owner: mine.owner };
  const found = await db
    .selectFrom('cards_idempotency')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (!found) throw inUse(key);
  if (found.path !== path || found.parameters !== parameters) throw usedOtherwise(key, found.path !== path);
  if (found.status !== null) {
    return {
      answer: { status: found.status, body: JSON.parse(found.body ?? '{}') },
      originalRequest: found.owner,
    };
  }
  const taken = await db
    .updateTable('cards_idempotency')
    .set({ owner: mine.owner, leaseuntil: mine.leaseuntil })
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('leaseuntil', '<=', now)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw inUse(key);
  return { owner: mine.owner };
}

const addKey = prepared(
  (db: CardsDb, { forgottenbefore, ...row }: IdempotencyRow & { forgottenbefore: number }) =>
    db
      .insertInto('cards_idempotency')
      .values(row)
      // A row older than answers are kept counts as deleted.
      .onConflict((oc) =>
        oc.column('key').doUpdateSet(row).where('cards_idempotency.createdat', '<', forgottenbefore),
      )
      .returning('key'),
);

/**
 * Keeps the answer, in the transaction that did the work. Throws 409, undoing the work, when another request
 * has taken over.
 */
export async function keepAnswer(db: CardsDb, key: string, owner: string, answer: Answer): Promise<void> {
  const { status, body } = answer;
  const [kept] = await keepFor(db, { key, owner, status, body: JSON.stringify(body) });
  if (!kept) throw inUse(key);
}

const keepFor = prepared(
  (db: CardsDb, { key, owner, ...answer }: Record<'key' | 'owner' | 'body', string> & { status: number }) =>
    db
      .updateTable('cards_idempotency')
      .set(answer)
      .where('key', '=', key)
      .where('owner', '=', owner)
      .where('status', 'is', null)
      .returning('key'),
);

/** Gives a key back when the work could not be done at all, so that it may be tried again at once. */
export async function releaseKey(db: CardsDb, key: string, owner: string): Promise<void> {
  await db
    .deleteFrom('cards_idempotency')
    .where('key', '=', key)
    .where('owner', '=', owner)
    .where('status', 'is', null)
    .execute();
}

/** Deletes answers that are no longer given again. */
export async function forgetOldKeys(db: CardsDb, now: number): Promise<void> {
  await db
    .deleteFrom('cards_idempotency')
    .where('createdat', '<', now - 2 * KEPT_MS)
    .execute();
}

const inUse = (key: string) =>
  new Refusal(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `Another request under the Idempotency-Key '${key}' is still under way. Please try again later.`,
  });

const usedOtherwise = (key: string, otherCall: boolean) =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: otherCall
      ? `Keys for idempotent requests can only be used for the same endpoint they were first used for. Try using a key other than '${key}'.`
      : `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
  });
