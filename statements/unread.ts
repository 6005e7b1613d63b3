import type { CompiledQuery } from 'kysely';

type Marked = { isUnread?: true };

/**
 * A statement of which nobody asks what it did: inside of a transaction PostgreSQL is sent it together with the next one, or with the commit, which fails
 * where it does.
 */
export const unread = <O>(query: CompiledQuery<O>): CompiledQuery<O> & Marked => ({
  ...query,
  isUnread: true,
});

export const isUnread = (query: CompiledQuery & Marked): boolean => query.isUnread === true;
