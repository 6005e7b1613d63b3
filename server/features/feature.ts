import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type * as z from 'zod';
import type { AccountData, Erasure } from '#contract/account.schema.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import type { OwnedRows } from '#server/http/access.ts';
import type { Job } from '#server/jobs/jobs.ts';

/** Somebody with an account, and the learner that is themselves. */
export type Person = Pick<Row<'users'>, '_id' | 'email'> & { learnerid: string };

/** What one feature keeps of people. */
export type PersonRecords = {
  /** The tables in which it names them. */
  tables: readonly (keyof Database)[];
  /** Its part of the file that a person may take along; `signinid` is the sign-in that asks. */
  export?(db: Db, person: Person & { signinid: string }): Promise<Partial<z.output<typeof AccountData>>>;
  /** What of it the person loses by deleting the account at this moment (epoch milliseconds). */
  findLosses?(db: Db, person: Person, now: number): Promise<Partial<z.output<typeof Erasure>>>;
  /** Ends what somebody who leaves as a learner has begun, and deletes what is kept of them, in the transaction that takes their name off. */
  eraseLearner?(tx: Db, learnerid: string, now: number): Promise<void>;
  /** Ends what the person has begun, and deletes what is kept of them or takes their name off, in the transaction that erases them. */
  erase?(tx: Db, person: Person, now: number): Promise<void>;
};

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
