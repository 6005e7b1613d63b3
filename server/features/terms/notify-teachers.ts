import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { type ClassRow, findWhen } from '#server/features/classes/index.ts';
import { say } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';

/** A class of the next term, and who teaches it. */
type CopiedClass = Pick<ClassRow, '_id' | 'classname' | 'instructorid'>;

type Telling = { copies: readonly CopiedClass[]; term: string; actor: { _id: string }; now: number };

/** Tells each teacher of their classes in the next term, and when they meet: one mail for all of them. */
export async function notifyTeachers(tx: Db, { copies, term, actor, now }: Telling): Promise<void> {
  const others = copies.filter(({ instructorid }) => instructorid !== null && instructorid !== actor._id);
  const when = await findWhen(
    tx,
    others.map(({ _id }) => _id),
    now,
  );
  const mails = [...Map.groupBy(others, ({ instructorid }) => instructorid ?? '')].map(
    ([userid, classes]) => ({
      userid,
      subject: say('terms.mail_your_classes', { term, count: classes.length }),
      letter: {
        reader: 'teacher' as const,
        paragraphs: [say('terms.mail_classes_are_set_up', { term, count: classes.length })],
        facts: classes
          .toSorted((one, other) => one.classname.localeCompare(other.classname))
          .map(({ _id, classname }) => {
            const meets = when.get(_id);
            return [classname, meets ? { when: meets } : ''] as const;
          }),
        button: { label: say('mails.open_my_classes'), href: '/instructor/myclass' },
      },
    }),
  );
  await insertMailsToEach(tx, mails, { kind: 'term-set-up', ref: newId(now), now });
}
