import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { notifyOfLearners } from './notify-of-learners.ts';

export type LearnerRow = Row<'learners'>;

/** A learner as an account that may act for them has it. */
export type AccessibleLearner = Pick<
  LearnerRow,
  '_id' | 'firstname' | 'lastname' | 'born' | 'note' | 'reminds'
> & {
  /** The account that they belong to. */
  userid: string;
  learnername: string;
  /** Whether they are the caller. */
  self: 0 | 1;
  /** Whether they belong to the caller's account. */
  own: 0 | 1;
  mayenrol: 0 | 1;
  maypay: 0 | 1;
};

type Keys = { callerid: string };

/**
 * Learners that the caller's account has or guards. Those from an import, the account itself among them,
 * belong to an address that was typed into a file, so they are shown only to who has proved it.
 */
const accessible = (db: Db, { callerid }: Keys) =>
  db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .leftJoin('guardians', (join) =>
      join.onRef('guardians.learnerid', '=', 'learners._id').on('guardians.userid', '=', callerid),
    )
    .where((of) =>
      of.or([
        of('guardians.userid', 'is not', null),
        of.and([
          of('learners.userid', '=', callerid),
          of.or([of('learners.importid', 'is', null), of('users.emailverified', '=', 1)]),
        ]),
      ]),
    )
    .select([
      'learners._id',
      'learners.firstname',
      'learners.lastname',
      'learners.born',
      'learners.note',
      'learners.reminds',
      'users._id as userid',
      LEARNER_NAME.$notNull().as('learnername'),
    ])
    .select([
      sql<0 | 1>`case when learners.userid = ${callerid} then learners.self else 0 end`.as('self'),
      sql<0 | 1>`case when learners.userid = ${callerid} then 1 else 0 end`.as('own'),
      sql<0 | 1>`case when learners.userid = ${callerid} then 1 else guardians.mayenrol end`.as('mayenrol'),
      sql<0 | 1>`case when learners.userid = ${callerid} then 1 else guardians.maypay end`.as('maypay'),
    ]);

type LearnerKeys = Keys & { learnerid: string };

export const findAccessible = prepared((db, { learnerid, ...keys }: LearnerKeys) =>
  accessible(db, keys).where('learners._id', '=', learnerid),
);

/** The same, which stays whose it is until the transaction ends. */
export const shareAccessible = prepared((tx, { learnerid, ...keys }: LearnerKeys) =>
  accessible(tx, keys).where('learners._id', '=', learnerid).forShare('learners'),
);

/** All of them: the caller, their children, those whom they guard; each in the order in which they came. */
export const findAllAccessible = prepared((db, keys: Keys) =>
  db
    .selectFrom(
      accessible(db, keys)
        .where(
          'learners._id',
          'in',
          db
            .selectFrom('learners')
            .select('_id')
            .where('userid', '=', keys.callerid)
            .union(db.selectFrom('guardians').select('learnerid as _id').where('userid', '=', keys.callerid)),
        )
        .as('found'),
    )
    .selectAll()
    .orderBy('self', 'desc')
    .orderBy('own', 'desc')
    .orderBy('_id'),
);

/** How many learners an account has, itself among them. */
export async function countLearners(db: Db, userid: string): Promise<number> {
  const { count } = await db
    .selectFrom('learners')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type LearnerFields = Pick<LearnerRow, 'firstname' | 'lastname' | 'born' | 'note'>;

/** Adds a child to an account; gives its id. */
export async function insertChild(
  tx: Db,
  { userid, now, ...fields }: LearnerFields & { userid: string; now: number },
): Promise<string> {
  const _id = newId(now);
  const child = { ...fields, _id, userid, self: 0 as const, importid: null, leftat: null, createdat: now };
  await tx.insertInto('learners').values(child).execute();
  await notifyOfLearners(tx, 'child.added', { learners: [child], now });
  return _id;
}

export async function updateLearner(
  tx: Db,
  {
    learnerid,
    now,
    ...change
  }: Partial<LearnerFields & Pick<LearnerRow, 'reminds'>> & {
    learnerid: string;
    now: number;
  },
): Promise<void> {
  const changed = await tx
    .updateTable('learners')
    .set(change)
    .where('_id', '=', learnerid)
    .returning(['_id', 'userid'])
    .execute();
  const learners = changed.flatMap(({ _id, userid }) => (userid === null ? [] : { _id, userid }));
  await notifyOfLearners(tx, 'child.changed', { learners, now });
}

/** Whether a learner belongs to an account. */
export async function findLearnerOf(db: Db, { userid, id }: { userid: string; id: string }) {
  const learners = db.selectFrom('learners').select('_id').where('_id', '=', id);
  return learners.where('userid', '=', userid).executeTakeFirst();
}

/** A learner's row as it is now, locked until the transaction ends. */
export async function lockLearner(tx: Db, id: string): Promise<LearnerRow | undefined> {
  return tx
    .selectFrom('learners')
    .selectAll()
    .where('_id', '=', id)
    .forNoKeyUpdate('learners')
    .executeTakeFirst();
}

/** Notes that a learner has left: the books keep that there was a learner, without the name. */
export async function leaveLearner(tx: Db, id: string, now: number): Promise<void> {
  const nameless = {
    userid: null,
    firstname: null,
    lastname: null,
    born: null,
    note: null,
    importid: null,
    importedas: null,
  };
  await tx
    .updateTable('learners')
    .set({ ...nameless, leftat: now })
    .where('_id', '=', id)
    .execute();
}

export async function isEnrolled(db: Db, learnerid: string): Promise<boolean> {
  const enrolments = db.selectFrom('enrolments').select('_id').where('learnerid', '=', learnerid).limit(1);
  return (await enrolments.executeTakeFirst()) !== undefined;
}

/** The learners of an account, locked until the transaction ends. */
export async function lockOwnLearners(tx: Db, userid: string): Promise<string[]> {
  const own = tx.selectFrom('learners').select('_id').where('userid', '=', userid).orderBy('_id');
  return (await own.forNoKeyUpdate('learners').execute()).map(({ _id }) => _id);
}

/** Whether a learner is one no more; they stay so until the transaction ends. */
export async function hasLeft(tx: Db, id: string): Promise<boolean> {
  const learner = tx.selectFrom('learners').select('userid').where('_id', '=', id);
  return !(await learner.forShare('learners').executeTakeFirst())?.userid;
}

/**
 * The account that pays for a learner; undefined where there is no such learner, or none who is still here.
 * Inside a transaction the learner stays whose it is until that ends.
 */
export async function findPayer(db: Db, learnerid: string): Promise<string | undefined> {
  const learners = db
    .selectFrom('learners')
    .select('userid')
    .where('_id', '=', learnerid)
    .where('leftat', 'is', null);
  const found = db.isTransaction ? learners.forShare('learners') : learners;
  const learner = await found.executeTakeFirst();
  return learner?.userid ?? undefined;
}
