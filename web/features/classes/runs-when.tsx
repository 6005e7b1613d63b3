import type { ReactNode } from 'react';
import type { MusicClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

type Joined = Pick<MusicClass, 'joined' | 'runsfrom' | 'decideby'>;

/**
 * Says how many have joined a class that runs once enough have, of how many, and when that is decided; nothing of
 * any other.
 */
export function RunsWhen({ joined, runsfrom, decideby }: Joined) {
  const { day } = useFormats();
  if (joined === undefined || runsfrom === undefined || decideby === undefined) return null;
  const isEnough = joined >= runsfrom;
  return (
    <div className="runs-when">
      <p>
        {isEnough
          ? t('reservations.enough', { count: joined })
          : t('reservations.so_many', { count: joined, of: runsfrom })}
      </p>
      <progress
        className="progress progress-primary"
        value={Math.min(joined, runsfrom)}
        max={runsfrom}
        aria-label={t('reservations.so_many', { count: joined, of: runsfrom })}
      />
      <p>{t('reservations.decided_after', { day: day(decideby) })}</p>
    </div>
  );
}

/** The same in a row of a table; `children` stand behind it. */
export function RunsWhenLine({
  item: { joined, runsfrom, decideby },
  children,
}: {
  item: Joined;
  children?: ReactNode;
}) {
  const { day } = useFormats();
  if (joined === undefined || runsfrom === undefined || decideby === undefined) return null;
  return (
    <p className="mt-1 text-sm">
      {t('reservations.so_many', { count: joined, of: runsfrom })}{' '}
      {t('reservations.decided_after', { day: day(decideby) })} {children}
    </p>
  );
}
