import { findAddresses } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';
import { findNames, findRecipients, type Names, type Recipient } from './find-recipients.ts';
import {
  type LessonChange,
  type LessonNews,
  letterToFamily,
  letterToTeacher,
  newsOf,
  type Taking,
} from './lesson-letter.ts';
import { withdrawReminders } from './remind.ts';

type Telling = {
  changes: readonly LessonChange[];
  actor: { _id: string } | null;
  now: number;
  only?: 'substitutes';
};

/**
 * Tells people what has become of lessons to come, in the transaction in which it happens: all that one act
 * changes in one mail to each, however many lessons of any classes. The students of a class are told, or the
 * account that a child belongs to and the guardians who want mail; and who teaches the class, who was to hold
 * the lesson and who does now. No one is told of what they did themselves (`actor`), nor of one lesson twice,
 * as a teacher and as a parent. `now` is epoch milliseconds. `only`: recipients of a mail about the class
 * itself are left out here.
 */
export async function notifyOfLessons(tx: Db, { changes, actor, now, only }: Telling): Promise<void> {
  const news = newsOf(changes, now);
  if (news.length === 0) return;
  await withdrawReminders(
    tx,
    news.flatMap(({ before, after }) => [...(before ? [before.day] : []), after.day]),
  );
  const { names, teaching, taking } = await findTold(tx, { news, actor, only });
  const batch = { ref: newId(now), now };
  await insertMailsToEach(
    tx,
    [...teaching].map(([userid, some]) => ({
      userid,
      ...letterToTeacher(userid, [...some], names),
    })),
    { ...batch, kind: 'lessons-taught' },
  );
  await insertMailsToEach(
    tx,
    [...taking].map(([userid, one]) => ({ userid, ...letterToFamily(one, names) })),
    { ...batch, kind: 'lessons-changed' },
  );
}

/**
 * How many accounts with an address `notifyOfLessons` would write to: families, and those who teach.
 */
export async function countTold(
  db: Db,
  { changes, actor, now }: Omit<Telling, 'only'>,
): Promise<{ families: number; teachers: number }> {
  const { teaching, taking } = await findTold(db, { news: newsOf(changes, now), actor });
  const countAddresses = async (told: ReadonlyMap<string, unknown>) =>
    (await findAddresses(db, [...told.keys()])).size;
  return { families: await countAddresses(taking), teachers: await countAddresses(teaching) };
}

/** Who is told of news, as teachers and as families, and of what; but for who did it. */
async function findTold(
  db: Db,
  { news, actor, only }: Pick<Telling, 'actor' | 'only'> & { news: readonly LessonNews[] },
) {
  const names = await findNamesOf(db, news);
  const teaching = teachersOf(news, names);
  if (only) for (const { instructorid } of names.classes.values()) teaching.delete(instructorid ?? '');
  const hearing = only ? [] : await findRecipients(db, classidsOf(news));
  const taking = familiesOf(news, hearing, teaching);
  for (const told of [teaching, taking]) told.delete(actor?._id ?? '');
  return { names, teaching, taking };
}

const classidsOf = (news: readonly LessonNews[]) => news.map(({ after }) => after.classid);

function findNamesOf(tx: Db, news: readonly LessonNews[]): Promise<Names> {
  const present = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  return findNames(tx, {
    classids: classidsOf(news),
    roomids: present(news.map(({ after }) => after.roomid)),
    teacherids: present(news.map(({ after }) => after.teacherid)),
  });
}

/** By account, what is new of the lessons that it holds or held, and of those in its classes. */
function teachersOf(news: readonly LessonNews[], { classes }: Names): Map<string, Set<LessonNews>> {
  const told = new Map<string, Set<LessonNews>>();
  for (const one of news) {
    const { before, after } = one;
    const instructorid = classes.get(after.classid)?.instructorid;
    for (const userid of [before?.teacherid, after.teacherid, instructorid])
      if (userid) told.set(userid, (told.get(userid) ?? new Set()).add(one));
  }
  return told;
}

/** By account, what is new of the lessons that it takes, or its children. */
function familiesOf(
  news: readonly LessonNews[],
  hearing: readonly Recipient[],
  teaching: ReadonlyMap<string, ReadonlySet<LessonNews>>,
): Map<string, Taking> {
  const byClass = Map.groupBy(news, ({ after }) => after.classid);
  const told = new Map<string, { selfid?: string; byLearner: Map<string, LessonNews[]> }>();
  for (const { classid, learnerid, self, userid } of hearing) {
    const some = (byClass.get(classid) ?? []).filter((one) => !teaching.get(userid)?.has(one));
    if (some.length === 0) continue;
    const family = told.get(userid) ?? { byLearner: new Map<string, LessonNews[]>() };
    if (self === 1) family.selfid = learnerid;
    family.byLearner.set(learnerid, [...(family.byLearner.get(learnerid) ?? []), ...some]);
    told.set(userid, family);
  }
  return told;
}
