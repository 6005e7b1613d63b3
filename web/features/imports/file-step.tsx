import { t } from '#languages/t.ts';
import { Field } from '#web/components/form/field.tsx';
import type { ImportSteps } from './use-import.ts';

/** Chooses the file. */
export function FileStep({ choose, work, problem }: ImportSteps) {
  return (
    <div className="panel p-5 sm:p-6">
      <Field label={t('imports.file')} hint={t('imports.file_hint')} error={problem}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            className="file-input w-full max-w-md"
            disabled={work === 'reading'}
            // The same file may be chosen once more, corrected.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void choose(file);
            }}
          />
        )}
      </Field>
      <p aria-live="polite" className="mt-3 text-quiet text-sm">
        {work === 'reading' ? t('imports.reading_file') : t('imports.nothing_saved_yet')}
      </p>
    </div>
  );
}
