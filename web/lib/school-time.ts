import { zoneHere } from '#contract/formats.ts';
import { wallTimeAt } from '#contract/wall-time.ts';
import { useConfig } from './config.ts';

const HALF_YEAR_MS = 183 * 24 * 60 * 60_000;

/** Whose clocks a time that is typed is read on, where the reader's show another, in winter or in summer. */
export function useSchoolTime(): string | undefined {
  const { timezone } = useConfig().school;
  const here = zoneHere();
  const isElsewhere = [Date.now(), Date.now() + HALF_YEAR_MS].some(
    (moment) => wallTimeAt(moment, timezone) !== wallTimeAt(moment, here),
  );
  return isElsewhere
    ? `The school’s time (${timezone.replace('Etc/', '').replaceAll('_', ' ')}).`
    : undefined;
}
