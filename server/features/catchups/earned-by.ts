import type { Row } from '#server/database/schema.ts';
import { untilOf } from './until.ts';

const HOUR_MS = 60 * 60_000;

/** What the school gives for a lesson of which it hears in time that it will be missed. */
export type MissedRules = Pick<Row<'school'>, 'missedlessons' | 'noticehours' | 'catchupweeks'>;

type Missed = { startsat: number; day: string; series: string | null };

/**
 * The moment before which a lesson has to begin that a notice of now would earn; null where it earns none: it
 * comes too late, no other class stands in, or the school has no such rule. `zone` is an IANA name.
 */
export function earnedBy(
  { series, startsat, day }: Missed,
  { rules, zone, now }: { rules: MissedRules; zone: string; now: number },
): number | null {
  const isEarned =
    rules.missedlessons === 'catchup' && series !== null && startsat - now >= rules.noticehours * HOUR_MS;
  return isEarned ? untilOf(day, { weeks: rules.catchupweeks, zone }) : null;
}
