import { useMemo } from 'react';
import { zoneHere } from '#contract/formats.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useSchoolTime } from './school-time.ts';

const HALF_YEAR_MS = 183 * 24 * 60 * 60_000;

/**
 * Whose clocks the times beside it are by, where the reader's clocks show another time, in winter or in
 * summer; for pages that browsers render.
 */
export function useSchoolTimeElsewhere(): string | undefined {
  const words = useSchoolTime();
  const { timezone } = useConfig().school;
  const isElsewhere = useMemo(() => showsAnotherTime(timezone), [timezone]);
  return isElsewhere ? words : undefined;
}

/** Takes as long as rendering a card. */
function showsAnotherTime(timezone: string): boolean {
  const here = zoneHere();
  return [Date.now(), Date.now() + HALF_YEAR_MS].some(
    (moment) => wallTimeAt(moment, timezone) !== wallTimeAt(moment, here),
  );
}
