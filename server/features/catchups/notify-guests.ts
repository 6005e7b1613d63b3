import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { type Letter, reasonSaid, type Said, say } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';

/** What has become of a lesson to which a learner was to come as a guest. */
export type GuestNews = {
  what: 'cancelled' | 'moved';
  lessonid: string;
  learnerid: string;
  fromlessonid: string | null;
  classname: string;
  before: Row<'lessons'>;
  after: Row<'lessons'>;
  /** Of one that is cancelled, until when another can be chosen. */
  until: number | undefined;
};

/** So many lessons are named in one mail. */
const NAMED_MAX = 12;

/**
 * Tells the families of guests, in one mail for all that is cancelled and one for all that is moved, also
 * where the lesson's class is told otherwise. Nothing of lessons that are over.
 */
export async function notifyGuests(tx: Db, news: readonly GuestNews[], now: number): Promise<void> {
  const toCome = news.filter(({ before, after }) => Math.max(before.endsat, after.endsat) > now);
  if (toCome.length === 0) return;
  const readers = await findReaders(tx, [...new Set(toCome.map(({ learnerid }) => learnerid))]);
  for (const what of ['cancelled', 'moved'] as const) {
    const some = Map.groupBy(
      toCome.filter((one) => one.what === what),
      ({ learnerid }) => learnerid,
    );
    const mails = [...Map.groupBy(readers, ({ userid }) => userid)].flatMap(([userid, theirs]) => {
      const known = theirs.flatMap(({ learnerid }) => some.get(learnerid) ?? []);
      return known.length > 0 ? [{ userid, ...letterOf(what, known) }] : [];
    });
    await insertMailsToEach(tx, mails, { kind: `guest-${what}`, ref: newId(now), now });
  }
}

/** The accounts that get mail of these learners. */
const findReaders = (tx: Db, learnerids: readonly string[]) =>
  inChunks(learnerids, async (ids) => {
    const own = await tx
      .selectFrom('learners')
      .select(['_id as learnerid', 'userid'])
      .where('_id', 'in', ids)
      .where('userid', 'is not', null)
      .$narrowType<{ userid: string }>()
      .execute();
    const guardians = await tx
      .selectFrom('guardians')
      .select(['learnerid', 'userid'])
      .where('learnerid', 'in', ids)
      .where('getsmail', '=', 1)
      .execute();
    return [...own, ...guardians];
  });

function letterOf(what: GuestNews['what'], news: readonly GuestNews[]): { subject: Said; letter: Letter } {
  const rows = news.toSorted((one, other) => one.before.startsat - other.before.startsat).slice(0, NAMED_MAX);
  const classes = [...new Set(news.map(({ classname }) => classname))].join(', ');
  return {
    subject:
      what === 'cancelled'
        ? say('catchups.mail_cancelled', { classes })
        : say('catchups.mail_moved', { classes }),
    letter: {
      reader: 'account',
      about: [...new Set(news.map(({ learnerid }) => learnerid))],
      paragraphs: [
        what === 'cancelled'
          ? say('catchups.mail_note_cancelled', { count: news.length })
          : say('catchups.mail_note_moved', { count: news.length }),
      ],
      facts: rows.map((one) => [{ learner: one.learnerid }, saidOf(one)] as const),
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
    },
  };
}

function saidOf({ what, before, after, classname, until }: GuestNews): Said {
  const moment = { moment: before.startsat };
  if (what === 'moved')
    return say('catchups.mail_said_moved', {
      class: classname,
      before: moment,
      moment: { moment: after.startsat },
    });
  const why = {
    hasReason: after.reason ? 'yes' : 'no',
    reason: after.reason ? reasonSaid(after.reason) : '',
  } as const;
  return until === undefined
    ? say('catchups.mail_said_cancelled', { class: classname, moment, ...why })
    : say('catchups.mail_said_choose', {
        class: classname,
        moment,
        ...why,
        until: { moment: until - 60_000 },
      });
}
