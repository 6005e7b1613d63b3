import * as z from 'zod';
import { accountCalls } from './account.ts';
import { withSchemas } from './endpoint.ts';
import { ById, Deleted, Id, Moment, Money, Updated } from './primitives.schema.ts';
import { User } from './users.schema.ts';

/** A browser in which somebody is signed in. */
export const SignInSession = z.object({
  _id: Id,
  useragent: z.string(),
  createdat: Moment,
  seenat: Moment,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});

/** Everything the school keeps of a person, as the person may take it along. */
export const AccountData = z.object({
  profile: User.extend({ createdat: Moment }),
  selections: z.array(z.object({ classid: Id, classname: z.string(), createdat: Moment })),
  enrolments: z.array(
    z.object({
      classid: Id,
      classname: z.string(),
      transactionId: z.string(),
      price: Money,
      currency: z.string(),
      date: Moment,
    }),
  ),
  waitlist: z.array(z.object({ classid: Id, classname: z.string(), state: z.string(), createdat: Moment })),
  payments: z.array(
    z.object({
      _id: Id,
      classid: Id.nullable(),
      amount: Money,
      currency: z.string(),
      state: z.string(),
      transactionId: z.string().nullable(),
      reason: z.string().nullable(),
      createdat: Moment,
    }),
  ),
  sessions: z.array(SignInSession),
});

const PaidPlace = z.object({ classname: z.string(), price: Money, currency: z.string() });

/** What somebody gives up who deletes the account now. */
export const Erasure = z.object({
  /** Places that can still be cancelled: their money goes back. */
  refunds: z.array(PaidPlace),
  /** Places whose time for that has passed. */
  forfeits: z.array(PaidPlace),
  /** Names of the classes they wait for. */
  waitlist: z.array(z.string()),
  /** Classes that stay without a teacher. */
  teaches: z.array(z.object({ classname: z.string(), enrolledstudents: z.int() })),
  /** Then the account cannot be deleted yet. */
  onlyadmin: z.boolean(),
});

export const accountEndpoints = withSchemas(accountCalls, {
  listSessions: { response: { 200: z.array(SignInSession) } },
  endSession: { params: ById, response: { 200: Updated } },
  endSessions: { response: { 200: Updated } },
  readAccountData: { response: { 200: AccountData } },
  readErasure: { response: { 200: Erasure } },
  deleteAccount: { response: { 200: Deleted } },
});
