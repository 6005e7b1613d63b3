import { REASONS, type ReasonId } from '#contract/messages/reasons.ts';

const KEPT: ReadonlyMap<ReasonId, string> = new Map(REASONS.map(([kept, id]) => [id, kept]));

/** A reason as a row keeps it: in English. */
export const reasonOf = (id: ReasonId): string => KEPT.get(id) ?? id;
