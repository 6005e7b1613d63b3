import assert from 'node:assert/strict';
import { startCluster } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { isLevel } from './soak/level.ts';
import { type Outcome, soak } from './soak/run.ts';

/*
 * Hours of mixed use on each kind of records while processes are killed, replaced, and left without a disk, a card
 * service or a mail server. SOAK_MINUTES says how long.
 */

/** In less a process still grows to what it holds, and its memory is told and not judged. */
const JUDGED_MINUTES = 120;
const MINUTES = Number(process.env.SOAK_MINUTES ?? 120);

function tell(kind: string, { done, trend, ...outcome }: Outcome) {
  console.error(
    kind,
    JSON.stringify({ done: { ...done, backups: done.backups.length }, trend, ...outcome }, null, 2),
  );
  report({
    'minutes of use': MINUTES,
    'requests asked': outcome.asked,
    'of them without an answer, as their process was killed or away': outcome.unanswered,
    'of them told to come again later (503, 507)': outcome.refused,
    'of them that failed otherwise': outcome.failed.length,
    'processes killed': done.kills,
    'times all were replaced one after the other': done.rolls,
    'times the card service was away': done.cardsAway,
    'times the mail server was away': done.mailAway,
    'times the receiver of webhooks was away': done.receiverAway,
    'times the disk was full': done.diskFull,
    'backups made meanwhile': done.backups.length,
    'enrolments by card, acknowledged': outcome.enrolled,
    'families, places, charges and payments by the office and programs, acknowledged': outcome.written,
    'of what was acknowledged, lost': outcome.lost.length,
    'differences from the books of the card service': outcome.wrongBooks.length,
    'mails sent, each once': outcome.mails,
    'of them sent again under the same Message-ID, as a process died over them': outcome.repeatedMails,
    'mails and messages that did not arrive': outcome.unsent.length,
    'reads of what has changed, by a program that keeps copies': outcome.copies,
    'lists of which its copy was another': outcome.staleCopies.length,
    'acknowledged before a backup that was restored, not in it': outcome.backup?.missing.length ?? 0,
    'tables that a restored backup of the end had otherwise': outcome.otherTables.length,
    'things that `doctor` finds wrong': outcome.ill.length + (outcome.backup?.ill.length ?? 0),
    'handles left open': outcome.left.files + outcome.left.sockets + outcome.left.others,
    [`megabytes held on ${kind} in the last three eighths`]: trend.mean.toFixed(0),
    [`megabytes more at its end than at its beginning on ${kind}, by a line through its moments`]:
      trend.rise.toFixed(1),
    [`megabytes that moments lie from that line on ${kind}`]: trend.spread.toFixed(1),
    [`how the disk is full on ${kind}`]: outcome.disk,
  });
  assert.deepEqual(outcome.failed, []);
  assert.deepEqual(outcome.lost, []);
  assert.deepEqual(outcome.wrongBooks, []);
  assert.deepEqual(outcome.unsent, []);
  assert.ok(outcome.repeatedMails <= 5 * done.kills, `${outcome.repeatedMails} mails came again`);
  assert.deepEqual(outcome.staleCopies, []);
  const { missing, ill } = outcome.backup ?? {};
  assert.deepEqual({ missing, ill }, { missing: [], ill: [] });
  assert.deepEqual(outcome.otherTables, []);
  assert.deepEqual(outcome.ill, []);
  if (MINUTES >= JUDGED_MINUTES) assert.ok(isLevel(trend), `${trend.rise} MB more`);
  assert.deepEqual(outcome.left, { files: 0, sockets: 0, others: 0 });
}

const SOAKS: { readonly [kind: string]: () => Promise<void> } = {
  sqlite: async () => tell('SQLite', await soak(MINUTES)),
  postgres: async () => {
    const cluster = await startCluster({ durable: true });
    tell('PostgreSQL', await soak(MINUTES, cluster).finally(() => cluster.stop()));
  },
};
const kinds = (process.env.SOAK_ON ?? 'sqlite postgres').split(' ');
// Side by side, since callers pause for longer than they are answered; what is found wrong of one does not end
// the other.
const ended = await Promise.allSettled(kinds.map((kind) => SOAKS[kind]?.()));
for (const one of ended) if (one.status === 'rejected') throw one.reason;
