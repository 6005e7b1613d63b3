import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { Leases } from '#server/jobs/leases.ts';
import { say } from '#server/jobs/letter.ts';
import { openUnderWay } from '#server/jobs/under-way.ts';
import type { Calling } from '#server/services/outside/call-outside.ts';
import { OutsideError, type Problem } from '#server/services/outside/problems.ts';
import { endDelivery } from './end-delivery.ts';
import { bodyOf } from './notices.ts';
import { postMessage } from './post-message.ts';
import * as queries from './queries.ts';
import { signedHeaders } from './sign-message.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TIMEOUT_MS = 15 * SECOND_MS;
/** Longer than an attempt: while it lasts, no other process sends the same message. */
const LEASE_MS = MINUTE_MS;
/** How long after which attempt it is tried again (standardwebhooks.com, "Retries"): three days in all. */
export const RETRY_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** So long after it was to arrive, a notice is tried a last time, and what comes after it goes on. */
const GIVE_UP_MS = 24 * HOUR_MS;
/** Waits are up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.2;
const AT_ONCE = 5;
/** A receiver that is slower is left to itself, and the others get theirs. */
const PATIENCE_MS = SECOND_MS;

export type Delivery = {
  db: Db;
  now: () => number;
  lease: Leases;
  allowedHosts: readonly string[];
  isCutOff?: boolean;
  currentEpoch?: queries.CurrentEpoch;
  logError: (error: unknown) => void;
  timeoutMs?: number;
  patienceMs?: number;
  lookup?: Calling['lookup'];
};

type Attempt = Delivery & { signal: AbortSignal };

/**
 * What carries messages to their receivers, each webhook by itself: one that is silent holds up no other. A
 * process that dies after a receiver took a message and before that was written down sends it again, under
 * the same `webhook-id`.
 */
export function deliveryJobs(delivery: Delivery): Job[] {
  const { db, now, logError, currentEpoch, patienceMs = PATIENCE_MS } = delivery;
  const { begin, signal, stop } = openUnderWay({ logError, patienceMs });
  return [
    {
      name: 'webhooks',
      everyMs: SECOND_MS,
      run: async () => {
        const due = await queries.findDueWebhooks(db, { now: now(), currentEpoch });
        return begin(due, {
          idOf: ({ _id }) => _id,
          work: (webhook) => deliverTo({ ...delivery, signal }, webhook),
        });
      },
      stop,
    },
    {
      name: 'webhook-sweep',
      everyMs: HOUR_MS,
      run: async () => {
        await queries.deleteOldMessages(db, now());
        await queries.deleteOldSequences(db, now());
        return 0;
      },
    },
  ];
}

/** Sends some of what is due for one webhook. */
async function deliverTo(attempt: Attempt, webhook: queries.WebhookRow) {
  const due = await queries.findDueMessages(attempt.db, {
    webhookid: webhook._id,
    now: attempt.now(),
    limit: AT_ONCE,
  });
  await Promise.all(due.map((message) => deliver(attempt, webhook, message)));
}

async function deliver(attempt: Attempt, webhook: queries.WebhookRow, due: queries.MessageRow) {
  const { db, now, lease, signal } = attempt;
  const message = await queries.leaseMessage(db, due, lease(now() + LEASE_MS));
  if (!message) return;
  const answer = await post(attempt, webhook, message);
  // The process ends: what became of it is not known, and the lease brings it back.
  if (signal.aborted && answer.status === null) return;
  const nextat = nextTry(message, now());
  await transact(db, (tx) => endDelivery(tx, { webhook, message, answer, nextat, now: now() }));
}

/** When a message that did not arrive is tried again; null after the last time. */
function nextTry({ attempts, dueat }: queries.MessageRow, now: number): number | null {
  const retryMs = RETRY_MS[attempts - 1];
  if (retryMs === undefined) return null;
  const nextat = now + Math.round(retryMs * (1 + JITTER * Math.random()));
  if (dueat === null) return nextat;
  const last = dueat + GIVE_UP_MS;
  return now < last ? Math.min(nextat, last) : null;
}

/** The status of the answer; null, and what went wrong, where there is none. */
async function post(
  { now, timeoutMs = TIMEOUT_MS, ...calling }: Attempt,
  { url, secret }: queries.WebhookRow,
  message: queries.MessageRow,
): Promise<{ status: number | null; problem: Problem | null }> {
  const { _id: id } = message;
  const body = bodyOf(message);
  const headers = signedHeaders({ id, body, now: now() }, secret);
  try {
    const status = await postMessage(url, { headers, body }, { ...calling, timeoutMs });
    if (status >= 200 && status < 300) return { status, problem: null };
    const isForward = status >= 300 && status < 400;
    return { status, problem: say(isForward ? 'webhooks.problem_forwards' : 'webhooks.problem_not_taken') };
  } catch (error) {
    const problem = error instanceof OutsideError ? error.problem : (error as Error).message;
    return { status: null, problem };
  }
}
