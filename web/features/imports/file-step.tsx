import { Field } from '#web/components/form/field.tsx';
import type { ImportSteps } from './use-import.ts';

/** Chooses the file. */
export function FileStep({ choose, work, problem }: ImportSteps) {
  return (
    <div className="panel p-5 sm:p-6">
      <Field
        label="The list of families"
        hint="A CSV file of up to 5 MB, with a line for each child and the headings in its first line. Every spreadsheet program saves one."
        error={problem}
      >
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
        {work === 'reading'
          ? 'Reading the file…'
          : 'Nothing is saved until you have seen what will happen, and importing sends no emails.'}
      </p>
    </div>
  );
}
