import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import type { TestSchool } from './school.ts';

const DAY_MS = 24 * 60 * 60_000;

/** An instrument of the school, and its id. */
export async function addInstrument({ db, clock }: TestSchool, name = newId(clock.now)): Promise<string> {
  const _id = newId(clock.now);
  await db
    .insertInto('instruments')
    .values({ _id, name, image: '/art/zither.webp', createdat: clock.now })
    .execute();
  return _id;
}

/** A wish of a learner for an instrument of its own, on Tuesdays from four to six, as a call of the family left it. */
export async function addWishOf(
  school: TestSchool,
  learnerid: string,
  fields: Partial<Row<'wishes'>> = {},
): Promise<{ wish: string; instrument: string }> {
  const { db, clock } = school;
  const instrument = fields.instrumentid ?? (await addInstrument(school));
  const wish = newId(clock.now);
  await db
    .insertInto('wishes')
    .values({
      _id: wish,
      learnerid,
      instrumentid: instrument,
      level: null,
      group: null,
      createdat: clock.now,
      endsat: clock.now + 90 * DAY_MS,
      ...fields,
    })
    .execute();
  const hours = [16, 17].map((hour) => ({ wishid: wish, weekday: 2, hour }));
  await db.insertInto('wishhours').values(hours).execute();
  return { wish, instrument };
}
