import type { Db, Row } from '#server/database/schema.ts';
import { afterCommit } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { momentsOf } from '#server/features/lessons/index.ts';
import { type Letter, type Said, say } from '#server/jobs/letter.ts';
import { accountsOf, insertMails, whoLearns } from '#server/jobs/outbox.ts';
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

/**
 * Tells the families of those who have a part in a recital that they do, and asks how they may be named: once
 * for each learner, however often the pieces are changed. None of an evening that has begun.
 */
export async function notifyTakingPart(
  tx: Db,
  recital: Evening,
  { zone, actor, now }: Telling,
): Promise<void> {
  const { _id: recitalid, name } = recital;
  if (startOf(recital, zone) <= now) return;
  const cast = await readCast(tx, [recitalid]);
  const asked = await queries.findAsked(tx, recitalid);
  const learnerids = takingPart(cast, recitalid).filter((id) => !asked.has(id) && !isTeacher(cast, id));
  if (learnerids.length === 0) return;
  await queries.noteAsked(tx, { recitalid, learnerids, now });
  await insertMails(tx, whoLearns(learnerids, { except: actor?._id ?? null }), {
    kind: 'recital-part',
    ref: `${recitalid}-${learnerids[0]}`,
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
