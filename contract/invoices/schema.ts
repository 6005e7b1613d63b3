import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { INSTALMENT_STATES } from '#contract/instalments/calls.ts';
import {
  ById,
  Id,
  Inserted,
  lenient,
  Money,
  PageQuery,
  PdfFile,
  pageOf,
  SignedMoney,
} from '#contract/primitives.schema.ts';
import { VoidDraft } from './form.ts';
import { INVOICE_KINDS, INVOICE_LINES_MAX, INVOICE_STATES, invoiceCalls } from './office-calls.ts';

export const Invoice = z
  .object({
    _id: Id,
    /** `2026-0001`: by year, without a gap; credit notes are in the same sequence. */
    number: z.string(),
    kind: z.enum(INVOICE_KINDS),
    state: z.enum(INVOICE_STATES),
    /** The account that pays; null once it was erased. */
    userid: Id.nullable(),
    /** Whom it is made out to, as it says. */
    name: z.string(),
    issuedday: z.iso.date(),
    /** Absent of a credit note. */
    dueday: z.iso.date().optional(),
    /** Negative of a credit note. */
    total: SignedMoney,
    currency: z.string(),
    /** Of a credit note: the number of the invoice that it takes back. */
    cancels: z.string().optional(),
  })
  .meta({ id: 'Invoice' });

/** An invoice with what is paid of it; of a void one and of a credit note the sums are 0. */
export const PayableInvoice = Invoice.extend({
  paid: SignedMoney,
  /** What was credited or taken back of it, so that it is no longer owed. */
  credited: SignedMoney,
  /** What is still owed of it; the three are the total. */
  open: Money,
  /** What of that the account can pay by card: all but places, which are paid at the school. */
  payable: Money,
  /** Whether something of it is open, and the day by which that is due is over. */
  overdue: z.boolean(),
  /** The parts in which it is paid; absent where it is paid at once. */
  instalments: z
    .array(
      z.object({
        _id: Id,
        number: z.int(),
        day: z.iso.date(),
        amount: Money,
        /** What is still to be paid of it. */
        left: Money,
        state: z.enum(INSTALMENT_STATES),
        /** Whether the account that owes it has agreed that its card pays: after a merge it may be another. */
        bycard: z.boolean(),
        /** Why the card was refused last, by the card service’s code. */
        refusal: z.string().optional(),
      }),
    )
    .optional(),
}).meta({ id: 'PayableInvoice' });

const InvoiceLine = z.object({
  label: z.string(),
  /** Whom, which class and which days it is for. */
  about: z.array(z.string()),
  /** Per mille. */
  taxrate: z.int(),
  net: SignedMoney,
  tax: SignedMoney,
  gross: SignedMoney,
});

const ofPlace = { _id: Id, learnername: z.string().optional(), classname: z.string().optional() };

/** What an account was charged and which places it pays, as far as no invoice says it. */
export const Uninvoiced = z
  .object({
    currency: z.string(),
    charges: z.array(z.object({ ...ofPlace, label: z.string(), day: z.iso.date(), amount: SignedMoney })),
    orders: z.array(z.object({ ...ofPlace, day: z.iso.date(), amount: Money })),
  })
  .meta({ id: 'Uninvoiced' });

const userid = z.object({ userid: Id });
const ids = z.array(Id).max(INVOICE_LINES_MAX);

export const invoiceEndpoints = withSchemas(invoiceCalls, {
  listOwnInvoices: {
    summary: 'The caller’s invoices and credit notes with what is paid and open of them, the newest first.',
    refusals: ['email-not-verified'],
    response: { 200: z.object({ invoices: z.array(PayableInvoice) }) },
  },
  listInvoices: {
    summary: 'One page of invoices and credit notes, the newest first; those of an account by `userid`.',
    querystring: PageQuery.extend({ userid: lenient(Id) }),
    response: { 200: pageOf(PayableInvoice) },
  },
  readInvoice: {
    summary: 'An invoice or credit note, with its lines as they were issued.',
    refusals: ['invoice-not-found'],
    params: ById,
    response: { 200: PayableInvoice.extend({ lines: z.array(InvoiceLine) }) },
  },
  readInvoicePdf: {
    summary: 'The same as a tagged PDF (PDF/UA), the same bytes whenever it is asked for.',
    refusals: ['invoice-not-found'],
    params: ById,
    response: { 200: PdfFile },
  },
  listUninvoiced: {
    summary: 'What an account was charged and which places it pays, as far as no invoice says it.',
    refusals: ['user-not-found'],
    params: userid,
    response: { 200: Uninvoiced },
  },
  issueInvoice: {
    summary:
      'Issues an invoice over charges and places of an account, whose number is the next of the year, and mails it. Each is on one invoice that is not void.',
    refusals: [
      'user-not-found',
      'charge-not-found',
      'enrolment-not-found',
      'already-invoiced',
      'nothing-to-invoice',
    ],
    body: z.strictObject({ userid: Id.min(1), chargeids: ids.default([]), orderids: ids.default([]) }),
    response: { 200: Inserted },
  },
  voidInvoice: {
    summary:
      'Makes an invoice void by a credit note, which takes the next number and whose id it gives. What was on it can be invoiced again; with `strike` its charges are reversed, but for those that are already.',
    refusals: ['invoice-not-found', 'invoice-void'],
    params: ById,
    body: z.strictObject(VoidDraft.shape),
    response: { 200: Inserted },
  },
});
