import { type SelectQueryBuilder, sql } from 'kysely';
import { badRequest } from '#embedded/card-payments/errors.ts';
import type { Parameters } from './parameters.ts';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;

/**
 * What a list call asks for: newest first, `limit` at once, after a known id
 * (docs.stripe.com/api/pagination), made from the moment `from` on and before `to`, in epoch milliseconds.
 */
export type Page = { limit: number; after?: string; from: number; to: number };

/** Reads `limit`, `starting_after` and `created[…]`. */
export function readPage(parameters: Parameters): Page {
  const limit = parameters.integer('limit') ?? LIMIT_DEFAULT;
  if (limit < 1 || limit > LIMIT_MAX) {
    throw badRequest(`Invalid limit: must be from 1 to ${LIMIT_MAX}`, { param: 'limit' });
  }
  return { limit, after: parameters.text('starting_after'), ...readCreated(parameters) };
}

function readCreated(parameters: Parameters): { from: number; to: number } {
  const part = parameters.part('created');
  const second = (name: string, otherwise: number) => part?.integer(name) ?? otherwise;
  const from = Math.max(second('gte', 0), second('gt', -1) + 1);
  const to = Math.min(second('lt', Infinity), second('lte', Infinity) + 1);
  return { from: from * 1000, to: Math.min(to * 1000, Number.MAX_SAFE_INTEGER) };
}

/**
 * Fetches one page of a query on a table with `createdat` and `id`; `find` looks up the row that the page
 * comes after.
 */
export async function fetchPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: Page,
  find: (id: string) => Promise<{ id: string; createdat: number }>,
): Promise<{ rows: O[]; hasMore: boolean }> {
  let paged = query.where(sql<boolean>`createdat >= ${page.from} and createdat < ${page.to}`);
  if (page.after !== undefined) {
    const { createdat, id } = await find(page.after);
    paged = paged.where(sql<boolean>`(createdat, id) < (${createdat}, ${id})`);
  }
  const rows = await paged
    .orderBy(sql`createdat`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(page.limit + 1)
    .execute();
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
}

/** A list in the API's form. */
export const listJson = <T>(url: string, data: T[], has_more: boolean) => ({
  object: 'list' as const,
  url,
  has_more,
  data,
});
