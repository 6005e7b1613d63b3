import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import {
  ById,
  DryQuery,
  Id,
  Money,
  OptionalText,
  SignedMoney,
  Updated,
} from '#contract/primitives.schema.ts';
import { BillingDraft, BillingPeriod } from './form.ts';
import { BILLED_MAX, billingCalls } from './office-calls.ts';

/** Percent on the wire (`8.1`), whole per mille behind it. */
const Percent = z.codec(z.number().min(0), z.int(), {
  decode: (percent) => Math.round(percent * 10),
  encode: (perMille) => perMille / 10,
});

/** Fields that are not filled in are absent. */
export const BillingSettings = z
  .object({
    /** How many days after its day an invoice is due. */
    dueafterdays: z.int(),
    /** What is added once an invoice is unpaid that many days after it was due. */
    latefee: z.object({ amount: Money, afterdays: z.int() }).optional(),
    /** The tax that is in each price, in percent; 0 where there is none. */
    taxrate: Percent,
    taxnumber: z.string().optional(),
    /** At the foot of each invoice, in lines. */
    invoicetext: z.string().optional(),
    /** For transfers; its number in capitals, without spaces. */
    bank: z.object({ iban: z.string(), bic: z.string().optional(), holder: z.string() }).optional(),
    /** Rises with every change; send it back with an update. */
    version: z.int(),
  })
  .meta({ id: 'BillingSettings' });

const { dueafterdays, latefee, taxrate, taxnumber, invoicetext, bank } = BillingDraft.shape;

/** A partial change: fields that are absent stay as they are, and null clears. */
export const BillingChange = z.object({
  dueafterdays: z.optional(dueafterdays),
  latefee: z.nullish(latefee),
  taxrate: z.optional(taxrate),
  taxnumber: z.nullish(taxnumber),
  invoicetext: z.nullish(invoicetext),
  bank: z.nullish(bank),
  version: z.int(),
});

/** What a run would bill of a class to a learner. */
export const BillingRow = z
  .object({
    learnerid: Id,
    learnername: z.string(),
    /** The account that pays. */
    userid: Id,
    payername: z.string(),
    classid: Id,
    classname: z.string(),
    /** Lessons of the period that are not billed yet, what each costs, and what they come to. */
    lessons: z.int(),
    price: Money,
    amount: Money,
    /** What is taken off that, and why: a further child. */
    discount: Money,
    discountreason: OptionalText,
    /** Billed lessons that the school has cancelled since, and what is credited for them. */
    cancelled: z.int(),
    credit: Money,
    total: SignedMoney,
  })
  .meta({ id: 'BillingRow' });

const Period = z.object({ from: z.iso.date(), to: z.iso.date() });

/** How far a run is: rows that are done, and of how many. */
export const BillingRun = z
  .object({
    state: z.enum(['running', 'done']),
    done: z.int(),
    of: z.int(),
    period: Period,
    /** The charges and credits that it has added, and their sum. */
    charges: z.int(),
    sum: SignedMoney,
    /** The invoices that it has issued, one a family. */
    invoices: z.int(),
    currency: z.string(),
  })
  .meta({ id: 'BillingRun' });

const RowId = z.object({ learnerid: Id.min(1), classid: Id.min(1) });

export const billingEndpoints = withSchemas(billingCalls, {
  readBillingSettings: {
    summary: 'What the school’s invoices say, and when they are due.',
    response: { 200: BillingSettings },
  },
  updateBillingSettings: {
    summary: 'Changes what is named of it; null clears it.',
    refusals: ['changed-meanwhile'],
    body: BillingChange,
    response: { 200: Updated },
  },
  bill: {
    summary:
      'Bills the lessons of a period of the classes that are billed by the term or month, and credits what the school cancelled of what was billed; a lesson is billed once, whatever is asked again. Then each family gets one invoice by mail over all that it was charged and no invoice says. With `dry` it only says what it would bill. `leaveout`: rows of that which are not billed. Of a class of which anything changes before it is billed nothing is: the next run has it.',
    refusals: ['changed-meanwhile'],
    querystring: DryQuery,
    body: z.strictObject({
      period: BillingPeriod,
      classids: z.array(Id.min(1)).max(BILLED_MAX).optional(),
      leaveout: z.array(RowId).max(BILLED_MAX).default([]),
      /** What a dry run gave with its rows: where they are others by then, nothing is billed. */
      version: z.string().max(100).optional(),
    }),
    response: {
      200: z.object({
        /** Absent from a dry run, which has the others. */
        insertedId: Id.optional(),
        rows: z.array(BillingRow).optional(),
        /** Of these rows; send it back with what bills them. */
        version: z.string().optional(),
        currency: z.string().optional(),
      }),
    },
  },
  readBilling: {
    summary: 'How far billing a period is, and what it has come to.',
    refusals: ['billing-not-found'],
    params: ById,
    response: { 200: BillingRun },
  },
});
