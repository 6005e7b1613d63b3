import { createHash } from 'node:crypto';
import { networksOf } from '#contract/protocols/networks.ts';
import { OPEN_QUESTIONS_MAX, QUESTIONS_OF_NETWORK } from '#contract/questions/calls.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { addCalls } from '#server/database/processes/call-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClass } from '#server/features/classes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { countOpen, insertQuestion, type QuestionAuthor } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const OFTEN = 24 * 60 * 60;

type Asking = QuestionAuthor & {
  name: string | null;
  text: string;
  classid: string | null;
  /** Whether the address is the author’s: an account that has proved none may be a stranger’s. */
  isProved: boolean;
  ip: string;
};

/**
 * Keeps a question for the office; gives its id. The author gets no mail before an admin has answered, so that
 * no address is written to by a stranger. Admins are told at most once an hour. Throws `class-not-found`, for
 * an account `too-many-questions`, and by network, for a stranger and an account without a proved address,
 * `too-many-requests`.
 */
export async function askQuestion(
  db: Db,
  { ip, isProved, ...asked }: Asking,
  { now, factor }: { now: number; factor: number },
): Promise<string> {
  const { userid, classid } = asked;
  if (!isProved) await countNetwork(db, ip, { now, factor });
  const about = classid === null ? undefined : await findClass(db, classid);
  ensure(classid === null || about?.status === 'approved', 'class-not-found');
  const _id = newId(now);
  await transact(db, async (tx) => {
    // An address that a stranger types may be another person's: what is asked in its name keeps its owner
    // from nothing.
    if (userid !== null) {
      // Those that are asked at once are counted one after the other.
      ensure(await lockUser(tx, userid), 'session-ended');
      ensure((await countOpen(tx, userid)) < OPEN_QUESTIONS_MAX, 'too-many-questions');
    }
    await insertQuestion(tx, { _id, ...asked, answer: null, answeredat: null, byid: null, createdat: now });
    await insertMails(tx, admins(), {
      kind: 'question',
      ref: String(Math.floor(now / HOUR_MS)),
      subject: say('questions.mail_new'),
      letter: {
        reader: 'admin',
        paragraphs: [
          about ? say('questions.mail_about', { class: about.classname }) : say('questions.mail_for_school'),
        ],
        button: { label: say('questions.mail_read'), href: '/admin/questions' },
      },
      now,
    });
  });
  return _id;
}

/** Counts for a day what comes from a network, in all processes. */
async function countNetwork(db: Db, ip: string, { now, factor }: { now: number; factor: number }) {
  for (const { id, times } of networksOf(ip)) {
    const key = createHash('sha256').update(`questions ${id}`).digest('base64url');
    const { count, until } = await addCalls(db, { key, count: 1, until: now + DAY_MS }, now);
    if (count > QUESTIONS_OF_NETWORK * times * factor)
      throw new AppError('too-many-requests', {
        retryAfterS: Math.min(OFTEN, Math.ceil((until - now) / 1000)),
      });
  }
}
