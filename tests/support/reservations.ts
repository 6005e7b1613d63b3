import { addDays } from '#contract/time/days.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import { confirmCard, record, start } from './pay.ts';
import type { Person, TestSchool } from './school.ts';

/** The days after which it is decided. */
export const DECIDED_AFTER = 3;

/** A class that runs once so many have joined. */
export async function waitingClass(
  school: Pick<TestSchool, 'addClass' | 'clock'>,
  { admin, runsfrom = 2, seats = 6 }: { admin: Person; runsfrom?: number; seats?: number },
) {
  const { _id: classid, classname } = await school.addClass({ availableseat: seats });
  const decideby = addDays(schoolDay({}, school.clock.now), DECIDED_AFTER);
  const { status, body } = await admin.call('PUT', `/class/update/${classid}`, { runsfrom, decideby });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { classid, classname, decideby };
}

/** Reserves a place in it with a card that is saved; gives the order's id and the setup intent's. */
export async function reserve(
  school: Pick<TestSchool, 'app' | 'config'>,
  student: Person,
  { classid, token }: { classid: string; token?: string },
) {
  const { body } = await start(student, classid);
  const { clientSecret } = body;
  if (body.mode !== 'later') throw new Error(JSON.stringify(body));
  await student.call('PUT', '/account/cards', { clientSecret, save: true });
  const { id: setupid } = await confirmCard(school, clientSecret, token);
  const recorded = await record(student, classid, setupid);
  if (recorded.status !== 200) throw new Error(JSON.stringify(recorded.body));
  return { orderid: recorded.body.result.insertedId as string, setupid };
}
