import { FOUND_MAX } from '#contract/pages.ts';
import { type MessageId, t, type ValuesOf } from '#languages/t.ts';

/** The ids of messages that count. */
type CountId = { [Id in MessageId]: ValuesOf<Id> extends { count: number } ? Id : never }[MessageId];

/**
 * Says how many of a public list were found, as far as the server counts: by `found`, or by `many` where there
 * are more than it counts.
 */
export const foundText = (total: number, found: CountId, many: CountId): string =>
  total > FOUND_MAX ? t(many, { count: FOUND_MAX }) : t(found, { count: total });
