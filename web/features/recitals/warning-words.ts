import type { Warning } from '#contract/recitals/programme.ts';
import { t } from '#languages/t.ts';

/** What to look at, in words; `titleOf` names the other piece. */
export function warningWords(warning: Warning, titleOf: (id: string) => string): string {
  const title = titleOf(warning.with ?? '');
  if (warning.kind === 'twice') return t('recitals.warn_twice', { title });
  if (warning.kind === 'turner') return t('recitals.warn_turner');
  return warning.kind === 'setup' ? t('recitals.warn_setup', { title }) : t('recitals.warn_late');
}

/** A running time, `1 h 24 min`. */
export function durationWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0
    ? t('recitals.minutes', { minutes: rest })
    : t('recitals.hours', { hours, minutes: rest });
}
