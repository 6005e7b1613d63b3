import type * as z from 'zod';
import { ownOnly } from '#contract/account/sign-out.ts';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Statement = z.input<typeof schema.Statement>;
export type StatementLine = Statement['lines'][number];

/**
 * Kinds of lines, in the order in which those of one moment stand: the price of a place and the difference to
 * another sum, charges, what came, a debt that is no more and what a cancelled place costs no longer, what is
 * credited or taken back of charges, what went back, and what a place costs less since more went back than is
 * due.
 */
export const LINE_KINDS = [
  'opening',
  'place',
  'reduction',
  'tuition',
  'fee',
  'latefee',
  'charge',
  'cash',
  'transfer',
  'struck',
  'cancelled',
  'discount',
  'credit',
  'writeoff',
  'reversal',
  'refund',
  'refund_failed',
  'chargeback',
  'cash_refund',
  'transfer_refund',
  'goodwill',
] as const;

/** What is between a family and the school: an account reads its own, the office every family's. */
export const statementCalls = {
  readOwnStatement: { method: 'GET', url: '/account/statement', config: { access: ownOnly } },
  readOwnStatementPdf: { method: 'GET', url: '/account/statement.pdf', config: { access: ownOnly } },
  readStatementPdfOf: {
    method: 'GET',
    url: '/families/:userid/statement.pdf',
    config: { access: { office: 'any', admin: 'any' } },
  },
  readStatementOf: {
    method: 'GET',
    url: '/families/:userid/statement',
    config: { access: { office: 'any', admin: 'any' } },
  },
} as const satisfies Calls;
