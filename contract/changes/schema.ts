import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Id, lenient, Moment, PageQuery, pageOf } from '#contract/primitives.schema.ts';
import { CHANGE_ACTIONS, CHANGE_SUBJECTS, changeCalls } from './calls.ts';

export const Change = z
  .object({
    _id: Id,
    about: z.enum(CHANGE_SUBJECTS),
    subjectid: z.string(),
    /** The name of the class or the account at that time; for a payment, the class that it paid for. */
    subjectname: z.string(),
    action: z.enum(CHANGE_ACTIONS),
    /**
     * The role or the status before and after, where one changed; of money by hand how it came or went; of a
     * place that was moved who had it; of a lesson when it was, as `2026-11-30T15:30` by the school's clocks,
     * and when, where or with whom it is now; of accounts their addresses; of an import how many places ended
     * with it.
     */
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** The feedback, the names of the fields that were updated, or the money that moved. */
    note: z.string().nullable(),
    /**
     * The learner that it was done for, and the learner's account; for admins only, and absent once the
     * learner has left.
     */
    learnername: z.string().nullish(),
    familyid: Id.nullish(),
    /** Null where no account did it, as with the first admin. */
    actorname: z.string().nullable(),
    /** The API key of the program that did it, for that account. */
    keyname: z.string().nullish(),
    createdat: Moment,
  })
  .meta({ id: 'Change' });

export const ChangePage = pageOf(Change);

export const changeEndpoints = withSchemas(changeCalls, {
  listChanges: {
    summary: 'The log: who changed which class, lesson, family, role or payment, the newest first.',
    querystring: PageQuery.extend({ about: lenient(z.enum(CHANGE_SUBJECTS)) }),
    response: { 200: ChangePage },
  },
});
