import type { Db, Row } from '#server/database/schema.ts';
import { afterCommit } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { momentsOf } from '#server/features/lessons/index.ts';
import { type Letter, type Said, say } from '#server/jobs/letter.ts';
import { accountsOf, deleteUnsentMails, insertMails, whoLearns } from '#server/jobs/outbox.ts';
import { type Cast, readCast } from './names.ts';
import * as queries from './queries.ts';
import { playedIn } from './read-recitals.ts';

/** The moments at which a test lets the process die. */
export type RecitalCheckpoint = 'recital-told' | 'recital-committed';

/** Marks that all are told, in the transaction in which they are, and later that it is committed. */
export function markTold({
  checkpoint = () => {},
}: {
  checkpoint?: ((at: RecitalCheckpoint) => void) | undefined;
}): void {
  checkpoint('recital-told');
  afterCommit(() => checkpoint('recital-committed'));
}

type Telling = { zone: string; actor: Actor; now: number };
type Evening = Pick<queries.FoundRecital, '_id' | 'name' | 'day' | 'starttime' | 'heldminutes' | 'room'>;

const startOf = ({ day, starttime, heldminutes: minutes }: Evening, zone: string) =>
  momentsOf({ day, starttime, minutes }, zone).startsat;

const factsOf = (evening: Evening, zone: string): NonNullable<Letter['facts']> => [
  [say('mails.when'), { moment: startOf(evening, zone) }],
  ...(evening.room === null ? [] : ([[say('recitals.mail_room'), evening.room]] as const)),
];

/** Who plays in a recital, accompanies or turns pages, each once. */
const takingPart = (cast: Cast, id: string): string[] =>
  [
    ...new Set(
      playedIn(cast, id).flatMap(({ _id, accompanistid, turnerid }) =>
        [...cast.learnersOf(_id), accompanistid ?? [], turnerid ?? []].flat(),
      ),
    ),
  ].filter((one) => cast.people.has(one));

const isTeacher = (cast: Cast, learnerid: string): boolean => {
  const person = cast.people.get(learnerid);
  return person?.self === 1 && person.role !== 'student';
};

/** Those of them whose families are told of a part: who teaches is not. */
export const studentsIn = (cast: Cast, id: string): string[] =>
  takingPart(cast, id).filter((one) => !isTeacher(cast, one));

/** How long a learner may be out of a programme before the family is told: pieces are saved one by one. */
export const PUT_BACK_MS = 15 * 60_000;

/**
 * Tells the families of those who have a part in a recital since it was saved that they do, and asks how they
 * may be named; and of those who had one and have none any more, a while later, so that a learner who is put
 * into another piece is told of nothing. None of an evening that has begun. Takes who had a part before.
 */
export async function notifyOfParts(
  tx: Db,
  recital: queries.FoundRecital,
  { before, ...telling }: Telling & { before: readonly string[] },
): Promise<void> {
  if (startOf(recital, telling.zone) <= telling.now) return;
  const after = studentsIn(await readCast(tx, [recital._id]), recital._id);
  const joined: string[] = [];
  for (const learnerid of after.filter((id) => !before.includes(id))) {
    const about = aboutPart(recital, learnerid);
    // Whatever version of the programme the learner was taken out in.
    const refs = [`${about}-0`, `${about}-${'9'.repeat(16)}`] as const;
    const takenBack = await deleteUnsentMails(tx, { kind: 'recital-part-ended', refs });
    if (takenBack === 0) joined.push(learnerid);
  }
  await notifyPart(tx, recital, joined, telling);
  for (const learnerid of before.filter((id) => !after.includes(id)))
    await notifyPartEnded(tx, recital, learnerid, telling);
}

const aboutPart = ({ _id }: Evening, learnerid: string): string => `${_id}-${learnerid}`;

async function notifyPart(
  tx: Db,
  recital: queries.FoundRecital,
  learnerids: readonly string[],
  { zone, actor, now }: Telling,
): Promise<void> {
  const { _id: recitalid, name, version } = recital;
  if (learnerids.length === 0) return;
  await insertMails(tx, whoLearns(learnerids, { except: actor?._id ?? null }), {
    kind: 'recital-part',
    ref: `${recitalid}-${version}`,
    subject: say('recitals.mail_part_subject', { recital: name }),
    letter: {
      reader: 'account',
      about: learnerids,
      paragraphs: [say('recitals.mail_part', { recital: name }), say('recitals.mail_how_named')],
      facts: factsOf(recital, zone),
      button: { label: say('recitals.mail_answer'), href: '/student/week' },
      notes: [say('recitals.mail_until_answer')],
    },
    now,
  });
}

async function notifyPartEnded(
  tx: Db,
  recital: queries.FoundRecital,
  learnerid: string,
  { zone, actor, now }: Telling,
): Promise<void> {
  const said = { recital: recital.name };
  await insertMails(tx, whoLearns([learnerid], { except: actor?._id ?? null }), {
    kind: 'recital-part-ended',
    ref: `${aboutPart(recital, learnerid)}-${recital.version}`,
    subject: say('recitals.mail_part_ended_subject', said),
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: [say('recitals.mail_part_ended', said), say('recitals.mail_takes_place')],
      facts: factsOf(recital, zone),
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
    },
    validuntil: startOf(recital, zone),
    dueat: now + PUT_BACK_MS,
    now,
  });
}

type News = {
  kind: 'recital-called-off' | 'recital-moved' | 'recital-closing';
  ref: string;
  subject: Said;
  paragraphs: readonly Said[];
  facts: NonNullable<Letter['facts']>;
};

/** Tells teachers who take part or whose students do, and then families: each account once. */
async function notifyConcerned(
  tx: Db,
  { _id: id }: Evening,
  { paragraphs, facts, ...mail }: News,
  { actor, now }: Telling,
): Promise<void> {
  const cast = await readCast(tx, [id]);
  const learnerids = takingPart(cast, id);
  if (learnerids.length === 0) return;
  const teaching = learnerids.flatMap((one) =>
    isTeacher(cast, one) ? (cast.people.get(one)?.userid ?? []) : [],
  );
  const teachers = new Set([...teaching, ...(await queries.findTeachersOf(tx, learnerids))]);
  teachers.delete(actor?._id ?? '');
  const letter = { paragraphs, facts };
  await insertMails(tx, accountsOf([...teachers]), {
    ...mail,
    letter: {
      ...letter,
      reader: 'teacher',
      button: { label: say('recitals.mail_open'), href: '/instructor/recitals' },
    },
    now,
  });
  await insertMails(tx, whoLearns(learnerids, { except: actor?._id ?? null }), {
    ...mail,
    letter: {
      ...letter,
      reader: 'account',
      about: learnerids,
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
    },
    now,
  });
}

/** Tells families and teachers that a recital to come is called off. */
export async function notifyCalledOff(tx: Db, recital: Evening, telling: Telling): Promise<void> {
  if (startOf(recital, telling.zone) <= telling.now) return;
  const said = { recital: recital.name };
  await notifyConcerned(
    tx,
    recital,
    {
      kind: 'recital-called-off',
      ref: recital._id,
      subject: say('recitals.mail_called_off_subject', said),
      paragraphs: [say('recitals.mail_called_off', said)],
      facts: factsOf(recital, telling.zone),
    },
    telling,
  );
}

/** Tells families and teachers that a recital is at another time or elsewhere. */
export async function notifyMoved(
  tx: Db,
  { before, after }: { before: Evening; after: queries.FoundRecital },
  telling: Telling,
): Promise<void> {
  const said = { recital: after.name };
  const { zone } = telling;
  await notifyConcerned(
    tx,
    after,
    {
      kind: 'recital-moved',
      ref: `${after._id}-${after.version}`,
      subject: say('recitals.mail_moved_subject', said),
      paragraphs: [say('recitals.mail_moved', said)],
      facts: [
        ...factsOf(after, zone),
        [say('recitals.mail_before'), { moment: startOf(before, zone) }],
        ...(before.room === null || before.room === after.room
          ? []
          : ([[say('recitals.mail_room_before'), before.room]] as const)),
      ],
    },
    telling,
  );
}

/**
 * Tells families and teachers of recitals to come that the school, or the room, is closed on their day, and that
 * they stand all the same: once for the day, whatever else closes it. A teacher's days off concern no recital.
 */
export async function notifyOfClosing(tx: Db, closure: Row<'closures'>, telling: Telling): Promise<void> {
  if (closure.teacherid !== null) return;
  for (const recital of await queries.findOnDays(tx, closure)) {
    if (startOf(recital, telling.zone) <= telling.now) continue;
    const said = { recital: recital.name, closing: closure.name };
    await notifyConcerned(
      tx,
      recital,
      {
        kind: 'recital-closing',
        ref: `${recital._id}-${recital.day}`,
        subject: say('recitals.mail_closing_subject', { recital: recital.name }),
        paragraphs: [
          closure.roomid === null
            ? say('recitals.mail_school_closed', said)
            : say('recitals.mail_room_closed', said),
          say('recitals.mail_stands'),
        ],
        facts: factsOf(recital, telling.zone),
      },
      telling,
    );
  }
}
