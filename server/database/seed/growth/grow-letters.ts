import type { Kysely } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { transact } from '#server/database/transact.ts';
import { changeLine, type GrownAccount } from './grown-people.ts';

const DAY_MS = 86_400_000;
/** One class in so many was written to, so many days after it was added. */
const WRITTEN_EVERY = 6;
const AFTER_MS = 60 * DAY_MS;
const CLASSES_AT_ONCE = 100;
const SUBJECT = 'The last lesson before the holidays';
const TEXT = 'Dear families, **bring something to drink** to the last lesson: we play to each other.';

/**
 * Writes to the families of classes, each to those who were enrolled by then; their mails are sent and no longer
 * kept. Gives how many were written.
 */
export async function growLetters(
  db: Kysely<Database>,
  { admin, now }: { admin: GrownAccount; now: number },
): Promise<number> {
  const all = await db
    .selectFrom('classes')
    .select(['_id', 'classname', 'createdat'])
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    .where('createdat', '<', now - AFTER_MS)
    .orderBy('_id')
    .execute();
  const classes = all.filter((_, index) => index % WRITTEN_EVERY === 0);
  let written = 0;
  for (let at = 0; at < classes.length; at += CLASSES_AT_ONCE) {
    const some = classes.slice(at, at + CLASSES_AT_ONCE);
    const enrolled = Map.groupBy(
      await db
        .selectFrom('enrolments')
        .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
        .select(['enrolments.classid', 'enrolments.date', 'learners.userid'])
        .where(
          'enrolments.classid',
          'in',
          some.map(({ _id }) => _id),
        )
        .execute(),
      ({ classid }) => classid,
    );
    const letters = some.flatMap((item) => {
      const createdat = item.createdat + AFTER_MS;
      const families = new Set(
        (enrolled.get(item._id) ?? []).flatMap(({ userid, date }) =>
          userid !== null && date < createdat ? userid : [],
        ),
      );
      return families.size === 0 ? [] : letterRows(item, { families, createdat, admin });
    });
    await transact(db, async (tx) => {
      await insertAll(
        letters.map(({ circular }) => circular),
        (rows) => tx.insertInto('circulars').values(rows).execute(),
      );
      await insertAll(
        letters.flatMap(({ recipients }) => recipients),
        (rows) => tx.insertInto('circularrecipients').values(rows).execute(),
      );
      await insertAll(
        letters.map(({ change }) => change),
        (rows) => tx.insertInto('changes').values(rows).execute(),
      );
    });
    written += letters.length;
  }
  return written;
}

function letterRows(
  { _id: aimid, classname: aimname }: Pick<Row<'classes'>, '_id' | 'classname'>,
  { families, createdat, admin }: { families: ReadonlySet<string>; createdat: number; admin: GrownAccount },
) {
  const circular: Row<'circulars'> = {
    ...{ _id: newId(createdat), byid: admin._id, aim: 'class', aimid, aimname },
    ...{ subject: SUBJECT, text: TEXT, key: null, families: families.size, unreached: 0, createdat },
  };
  return {
    circular,
    recipients: [...families].map((userid) => ({
      ...{ _id: newId(createdat), circularid: circular._id, userid },
      ...{ mailid: `${newId(createdat)}-${userid}`, createdat },
    })),
    change: changeLine({
      ...{ about: 'mail', subjectid: circular._id, subjectname: SUBJECT, action: 'message-sent' },
      ...{ before: aimname, by: admin, at: createdat },
    }),
  };
}
