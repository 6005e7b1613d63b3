import { newId } from '#server/database/ids.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { LessonDraft } from '#server/features/lessons/index.ts';
import type { TestSchool } from './school.ts';

const HOUR_MS = 60 * 60_000;

/** A lesson of a class as it is to be, of an hour unless told; `startsat` in epoch milliseconds. */
export function lessonOf(classid: string, startsat: number, fields: Partial<LessonDraft> = {}): LessonDraft {
  const day = new Date(startsat).toISOString().slice(0, 10);
  return {
    _id: newId(),
    classid,
    planid: null,
    planday: day,
    day,
    startsat,
    endsat: startsat + HOUR_MS,
    roomid: null,
    teacherid: null,
    state: 'planned',
    reason: null,
    closureid: null,
    removedat: null,
    ...fields,
  };
}

export async function addRoom(
  { db, clock }: Pick<TestSchool, 'db' | 'clock'>,
  fields: Partial<NewRow<'rooms'>> = {},
): Promise<string> {
  const _id = newId();
  const room = { _id, name: `Room ${_id}`, places: 1000, retiredat: null, createdat: clock.now, ...fields };
  await db.insertInto('rooms').values(room).execute();
  return _id;
}

/** Enrols a learner as if they had paid before they were asked about clashes. */
export async function enrolLearner(
  { db, clock }: Pick<TestSchool, 'db' | 'clock'>,
  { learnerid, classid, date = clock.now }: { learnerid: string; classid: string; date?: number },
): Promise<string> {
  const _id = newId();
  await db
    .insertInto('orders')
    .values({
      ...{ _id, learnerid, classid, userid: null, amount: 0, currency: 'eur', state: 'enrolled' },
      ...{ intentid: null, clientsecret: null, paidat: date, cardlast4: null, refundid: null },
      ...{ refundattempt: 0, attention: null, reason: null, holduntil: date, workat: null },
      ...{ createdat: date, updatedat: date },
    })
    .execute();
  const payment = { transactionId: `free-${_id}`, price: 0, currency: 'eur', canceluntil: null };
  await db
    .insertInto('enrolments')
    .values({ _id, learnerid, classid, date, ...payment })
    .execute();
  return _id;
}
