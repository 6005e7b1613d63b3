import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type * as z from 'zod';
import type { AccountData, Erasure } from '#contract/account.schema.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import type { OwnedRows } from '#server/http/access.ts';
import type { Job } from '#server/jobs/jobs.ts';

/** Somebody with an account, and the learner that is themselves. */
export type Person = Pick<Row<'users'>, '_id' | 'email'> & { learnerid: string };

/** Somebody with an account, and learners of theirs: themselves, and children. */
export type Family = Pick<Person, '_id' | 'learnerid'> & {
  learners: readonly { _id: string; learnername: string }[];
};

/** What one feature keeps of people. */
export type PersonRecords = {
  /** The tables in which it names them. */
  tables: readonly (keyof Database)[];
  /** Its part of the file that a person may take along, with that of their children; `signinid` is the sign-in that asks. */
  export?(db: Db, family: Family & { signinid: string }): Promise<Partial<z.output<typeof AccountData>>>;
  /** What of it is lost by deleting the account at this moment (epoch milliseconds), with the learners that leave with it. */
  findLosses?(db: Db, family: Family, now: number): Promise<Partial<z.output<typeof Erasure>>>;
  /** Of a learner who leaves: ends what was begun for them, and deletes what is kept of them, in the transaction that takes their name off. */
  eraseLearner?(tx: Db, learnerid: string, now: number): Promise<void>;
  /** The same of an account that is deleted, once its learners have left or belong to another. */
  erase?(tx: Db, person: Person, now: number): Promise<void>;
};

/** The ids of learners, and what each is called. */
export const namesOf = ({ learners }: Pick<Family, 'learners'>) =>
  new Map(learners.map(({ _id, learnername }) => [_id, learnername]));

/** What one noun brings to the school. */
export type Feature = {
  /** Its calls, below `/api`. */
  routes: FastifyPluginAsyncZod;
  /** Which of its rows are whose, for calls that are for a person's own alone. */
  own?: OwnedRows;
  /** What follows requests. */
  jobs?: readonly Job[];
  /** Absent where nothing is kept of anybody. */
  person?: PersonRecords;
};
