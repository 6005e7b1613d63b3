import type { MusicClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/**
 * Says how many have joined a class that runs once enough have, of how many, and when that is decided; nothing of
 * any other.
 */
export function RunsWhen({
  joined,
  runsfrom,
  decideby,
}: Pick<MusicClass, 'joined' | 'runsfrom' | 'decideby'>) {
  const { day } = useFormats();
  if (joined === undefined || runsfrom === undefined || decideby === undefined) return null;
  const isEnough = joined >= runsfrom;
  return (
    <div className="runs-when mt-3 rounded-field bg-mist/60 px-3 py-2 text-sm">
      <p className="font-semibold">
        {isEnough
          ? t('reservations.enough', { count: joined })
          : t('reservations.so_many', { count: joined, of: runsfrom })}
      </p>
      <progress
        className="progress progress-primary my-1.5 h-2 w-full print:hidden"
        value={Math.min(joined, runsfrom)}
        max={runsfrom}
        aria-label={t('reservations.so_many', { count: joined, of: runsfrom })}
      />
      <p className="text-quiet">{t('reservations.decided_after', { day: day(decideby) })}</p>
    </div>
  );
}
