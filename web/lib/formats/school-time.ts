import { t } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** `Europe/Lisbon` is Lisbon, `Etc/UTC` is UTC. */
const nameOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Whose clocks the times beside it are by. */
export function useSchoolTime(): string {
  const { timezone = 'UTC' } = useConfig().school;
  return t('common.school_time', { zone: nameOf(timezone) });
}
