import { type InZone, startOfDay } from '#server/database/rows/school-row.ts';

/**
 * Until when a family may give a trial lesson back: the beginning of its day; or its end where the school has
 * moved it since it was chosen.
 */
export const giveUpUntil = (
  school: InZone,
  { day, endsat, movedat }: { day: string; endsat: number; movedat: number | null },
): number => (movedat === null ? startOfDay(school, day) : endsat);
