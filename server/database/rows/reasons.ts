import { REASONS, type ReasonId } from '#contract/messages/reasons.ts';

const KEPT: ReadonlyMap<ReasonId, string> = new Map(REASONS.map(([kept, id]) => [id, kept]));

/** A reason as a row keeps it: in English. */
export const reasonOf = (id: ReasonId): string => KEPT.get(id) ?? id;

/** Several reasons for one sum, as a row keeps them; null of none. */
export const joinReasons = (...reasons: readonly (string | null | undefined)[]): string | null =>
  reasons.filter(Boolean).join('\n') || null;
