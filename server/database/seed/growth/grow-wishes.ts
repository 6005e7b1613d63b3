import type { Kysely } from 'kysely';
import { WISH_MS } from '#contract/wishes/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { transact } from '#server/database/transact.ts';
import type { GrownPerson } from './grown-people.ts';

const DAY_MS = 86_400_000;
/** Over so many of the last days they were said. */
const SAID_DAYS = 80;
const LEVELS = [null, 'Beginner', 'Intermediate'] as const;

type Wishes = {
  count: number;
  people: readonly GrownPerson[];
  /** Epoch milliseconds. */
  now: number;
};

/** Adds what students would like to learn, a wish of each, with the hours that suit them. */
export async function growWishes(db: Kysely<Database>, { count, people, now }: Wishes): Promise<void> {
  const instruments = await db.selectFrom('instruments').select('_id').orderBy('name').execute();
  const there = people.filter(({ joinedat }) => joinedat < now - (SAID_DAYS + 1) * DAY_MS);
  const wishes = Array.from({ length: Math.min(count, there.length) }, (_, index): Row<'wishes'> => {
    const createdat = Math.round(now - DAY_MS - ((count - index) / count) * (SAID_DAYS - 1) * DAY_MS);
    return {
      _id: newId(createdat),
      learnerid: there[Math.floor((index * there.length) / count)]?.learnerid ?? '',
      instrumentid: instruments[index % instruments.length]?._id ?? '',
      level: LEVELS[index % LEVELS.length] ?? null,
      group: null,
      createdat,
      endsat: createdat + WISH_MS,
    };
  });
  const hours = wishes.flatMap(({ _id: wishid }, index) =>
    [0, 1, 2].map((one) => ({ wishid, weekday: 1 + ((index + one) % 6), hour: 14 + (index % 6) })),
  );
  await transact(db, async (tx) => {
    await insertAll(wishes, (rows) => tx.insertInto('wishes').values(rows).execute());
    await insertAll(hours, (rows) => tx.insertInto('wishhours').values(rows).execute());
  });
}
