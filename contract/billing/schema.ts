import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Money, Updated } from '#contract/primitives.schema.ts';
import { BillingDraft } from './form.ts';
import { billingCalls } from './office-calls.ts';

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
});
