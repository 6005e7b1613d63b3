import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** How far an import is: lines that it has looked at, of all that can be read. */
export function ImportProgress({
  import: one,
}: {
  import: { linesdone: number; lines: number } | undefined;
}) {
  const { count } = useFormats();
  return (
    <div className="mt-4 max-w-md">
      <progress
        className="progress progress-primary"
        aria-label={t('imports.import')}
        {...(one && { value: one.linesdone, max: one.lines })}
      />
      <p className="mt-1 text-quiet text-sm">
        {one
          ? t('imports.progress', { linesdone: count(one.linesdone), lines: count(one.lines) })
          : t('imports.goes_on')}
      </p>
    </div>
  );
}
