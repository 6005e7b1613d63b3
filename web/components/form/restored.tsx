import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** Says that a form begins with what this device kept of it. */
export function Restored({
  keptat,
  stale,
  onDiscard,
}: {
  /** Epoch milliseconds. */
  keptat: number;
  /** Says so where the record has been saved since, here or elsewhere. */
  stale: string | undefined;
  onDiscard: () => void;
}) {
  const { moment } = useFormats();
  return (
    <output className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-mist p-5">
      <span className="min-w-0 flex-1 basis-72">
        {t('common.typed_until', { moment: moment(keptat) })}
        {stale && ` ${stale}`}
      </span>
      <button type="button" className="btn btn-outline btn-sm" onClick={onDiscard}>
        {t('common.discard_it')}
      </button>
    </output>
  );
}
