import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { LessonCount } from '#contract/payments/answers.schema.ts';
import { Id, Money, PdfFile, SignedMoney } from '#contract/primitives.schema.ts';
import { LINE_KINDS, statementCalls } from './calls.ts';

const StatementLine = z.object({
  _id: z.string(),
  day: z.iso.date(),
  /** What it is, in the language of the request. */
  label: z.string(),
  /** Positive where the family owes it, negative where it was paid or is credited. */
  amount: SignedMoney,
  /** The sum of this line and all before it. */
  balance: SignedMoney,
  kind: z.enum(LINE_KINDS),
  /** The place that it is of; absent where it is of several, or of none. */
  learnername: z.string().optional(),
  classid: Id.optional(),
  classname: z.string().optional(),
  /** The number of places that one payment paid, where there are several. */
  places: z.int().optional(),
  /** The lessons that were left and all of the class, where that set the price. */
  lessons: LessonCount.optional(),
  /** The days of the first and the last lesson of the class. */
  lessonsfrom: z.iso.date().optional(),
  lessonsto: z.iso.date().optional(),
  /** The day of a trial lesson of the class; absent of a place in it. */
  trialday: z.iso.date().optional(),
  /** Of a place that was cancelled: what the school keeps. */
  kept: Money.optional(),
  /** Why, in the language of the request, or as a person wrote it. */
  reason: z.string().optional(),
  /** The charge that it is, and whether it was reversed. */
  chargeid: Id.optional(),
  reversed: z.literal(true).optional(),
  /**
   * The lessons behind a charge of a class that is billed by the lesson, or behind a credit, as far as they are
   * billed; `credited`: it was not held, and is given back.
   */
  billed: z
    .array(z.object({ day: z.iso.date(), amount: Money, credited: z.literal(true).optional() }))
    .optional(),
  /** The invoice that it is on. */
  invoice: z.object({ _id: Id, number: z.string() }).optional(),
  /** The place whose receipt shows it; null of the opening and of a payment that named no class. */
  ref: Id.nullable(),
});

export const Statement = z
  .object({
    /** What the family owes the school; negative where the school owes the family. */
    balance: SignedMoney,
    currency: z.string(),
    lines: z.array(StatementLine),
  })
  .meta({ id: 'Statement' });

const querystring = z.object({ from: z.iso.date().optional() });
const between = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });
const LINES =
  'the same lines, from and to a day, with the balance before and after; the same lines are the same bytes.';
const FROM = 'With `from` the first line is of kind `opening`: the sum of all before that day.';

export const statementEndpoints = withSchemas(statementCalls, {
  readOwnStatement: {
    summary: `What the caller owes the school or gets back, line by line, the oldest first. ${FROM}`,
    refusals: ['email-not-verified'],
    querystring,
    response: { 200: Statement },
  },
  readOwnStatementPdf: {
    summary: `The caller’s statement as a tagged PDF (PDF/UA) in the language of the request: ${LINES}`,
    refusals: ['email-not-verified'],
    querystring: between,
    response: { 200: PdfFile },
  },
  readStatementPdfOf: {
    summary: `A family’s statement as a tagged PDF (PDF/UA) in the language of the request: ${LINES}`,
    refusals: ['user-not-found'],
    params: z.object({ userid: Id }),
    querystring: between,
    response: { 200: PdfFile },
  },
  readStatementOf: {
    summary: `What a family owes the school or gets back, line by line, the oldest first. ${FROM}`,
    refusals: ['user-not-found'],
    params: z.object({ userid: Id }),
    querystring,
    response: { 200: Statement },
  },
});
