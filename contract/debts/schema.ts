import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { DryQuery, Id, Limit, Moment, Money, SignedMoney } from '#contract/primitives.schema.ts';
import { DEBT_KINDS, DEBTORS_MAX, debtCalls } from './office-calls.ts';

const DEBTOR_PLACE_MAX = 60;

const DebtorItem = z.object({
  /** The invoice, or the place. */
  _id: Id,
  kind: z.enum(DEBT_KINDS),
  /** Of an invoice. */
  number: z.string().optional(),
  /** Of a place. */
  classname: z.string().optional(),
  learnername: z.string().optional(),
  /** On which the invoice was due, or the place was given. */
  day: z.iso.date(),
  /** What is open of it. */
  amount: Money,
});

export const Debtor = z
  .object({
    userid: Id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** What is open past its day, since which day, and of what it is the sum, the oldest first. */
    owed: Money,
    since: z.iso.date(),
    items: z.array(DebtorItem),
    /** What the family owes in all, as its statement has it. */
    balance: SignedMoney,
    currency: z.string(),
    /** When a mail last asked for any of it; absent where none has. */
    remindedat: Moment.optional(),
  })
  .meta({ id: 'Debtor' });

export const Reminded = z
  .object({
    /** Absent from a dry run. */
    insertedId: Id.optional(),
    owed: Money,
    currency: z.string(),
    /** What the family reads, of a dry run. */
    mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).optional(),
  })
  .meta({ id: 'Reminded' });

export const debtEndpoints = withSchemas(debtCalls, {
  listDebtors: {
    summary:
      'Families with something open past its day, invoices that are overdue and places that are owed, the one that owes longest first.',
    querystring: z.object({
      /** `since` and `userid`, with a point between them, of the family after which the answer begins. */
      after: Id.max(DEBTOR_PLACE_MAX).optional(),
      /** How many families at most; all without it. */
      limit: Limit(DEBTORS_MAX),
    }),
    response: { 200: z.object({ items: z.array(Debtor) }) },
  },
  remindDebtor: {
    summary:
      'Writes to a family what is open past its day, in its language; with `dry` it only says what it would read. The same `key` again sends nothing and answers the same; one mail a family and day.',
    refusals: ['user-not-found', 'nothing-owed', 'message-to-no-one', 'reminded-already'],
    params: z.object({ userid: Id }),
    querystring: DryQuery,
    body: z.strictObject({ key: Id.min(1, says('payments.key_missing')) }),
    response: { 200: Reminded },
  },
});
