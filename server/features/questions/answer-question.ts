import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { AppError } from '#server/http/errors.ts';
import { type Letter, quoted, say } from '#server/jobs/letter.ts';
import { accountOf, insertMail, insertMails } from '#server/jobs/outbox.ts';
import { logQuestion } from './log-question.ts';
import { answer, isThere, type QuestionRow } from './queries.ts';

type Answering = { _id: string; answer: string; actor: Exclude<Actor, null>; now: number };

/** Answers a question, once, by mail. Throws `question-not-found` and `question-answered`. */
export async function answerQuestion(db: Db, { now, actor, ...answering }: Answering): Promise<void> {
  await transact(db, async (tx) => {
    const question = await answer(tx, { ...answering, byid: actor._id, answeredat: now });
    if (!question)
      throw new AppError((await isThere(tx, answering._id)) ? 'question-answered' : 'question-not-found');
    const { _id: ref, userid, email, classid } = question;
    const [about] = classid === null ? [] : await findClassesById(tx, [classid]);
    await logQuestion(tx, question, { action: 'answered', actor, now });
    const author = userid === null ? undefined : await lockUser(tx, userid);
    const letter = letterOf(question, { classname: about?.classname, isProved: author?.emailverified === 1 });
    const mail = { kind: 'answer', ref, subject: say('questions.mail_answer'), letter, now };
    if (userid !== null) await insertMails(tx, accountOf(userid), mail);
    else if (email !== null) await insertMail(tx, { ...mail, recipient: email });
  });
}

/**
 * A stranger, or an account that has not proved its address, may have given another person’s: what they typed
 * is not sent there.
 */
function letterOf(
  { text, answer: words, createdat }: QuestionRow,
  { classname, isProved }: { classname: string | undefined; isProved: boolean },
): Letter {
  const moment = { moment: createdat };
  const asked =
    classname === undefined
      ? say('questions.mail_asked', { moment })
      : say('questions.mail_asked_about', { class: classname, moment });
  return {
    reader: isProved ? 'account' : 'address',
    paragraphs: [asked, ...(isProved ? [quoted(text)] : []), ...(words ?? '').split(/\n{2,}/)],
    button: { label: say('questions.mail_ask_else'), href: '/ask' },
  };
}
