import {
  BORN_FORMS,
  type BornForm,
  IMPORT_FIELDS,
  type ImportField,
  REQUIRED_FIELDS,
} from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { SelectField } from '#web/components/form/field.tsx';
import { rich } from '#web/lib/rich.ts';
import { bornWords, FIELD_WORDS, hintOf } from './field-words.ts';
import { type Chosen, cellsBelow, type ImportSteps } from './use-import.ts';

const EXAMPLES = 3;

/** Says which column has what, with examples of what stands in it. */
export function ColumnsStep({
  chosen,
  changeColumns,
  check,
  restart,
  work,
  problem,
}: ImportSteps & { chosen: Chosen }) {
  const { file, table, columns, bornform } = chosen;
  const headings = [...new Set(table.headings)].filter(Boolean);
  const isRequired = (field: ImportField) => REQUIRED_FIELDS.some((one) => one === field);
  return (
    <form
      className="panel p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <p className="wrap-anywhere text-quiet">
        {rich('imports.columns_matched', {
          name: <strong className="text-base-content">{file.name}</strong>,
          count: table.rows.length,
        })}
      </p>
      <div className="mt-6 grid gap-x-8 gap-y-5 md:grid-cols-2">
        {IMPORT_FIELDS.map((field) => (
          <div key={field}>
            <SelectField
              label={
                isRequired(field)
                  ? t(FIELD_WORDS[field])
                  : t('imports.field_optional', { field: t(FIELD_WORDS[field]) })
              }
              name={field}
              hint={hintOf(field)}
              options={['', ...headings]}
              optionLabels={{ '': isRequired(field) ? t('imports.choose_column') : t('imports.not_in_file') }}
              value={columns[field] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                changeColumns({ columns: { ...columns, [field]: value || undefined } })
              }
            />
            <Examples cells={cellsBelow(table, columns[field])} />
            {field === 'born' && columns.born && (
              <div className="mt-4">
                <SelectField
                  label={t('imports.born_form')}
                  name="bornform"
                  options={['', ...BORN_FORMS]}
                  optionLabels={bornWords()}
                  hint={t('imports.born_form_hint')}
                  value={bornform}
                  onChange={({ currentTarget: { value } }) =>
                    changeColumns({ bornform: value as BornForm | '' })
                  }
                />
              </div>
            )}
          </div>
        ))}
      </div>
      <p role="alert" className={problem ? 'mt-5 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        <ActionButton type="submit" className="btn btn-primary" isBusy={work === 'checking'}>
          {t('imports.preview')}
        </ActionButton>
        <button type="button" className="btn btn-outline" onClick={restart}>
          {t('imports.choose_another_file')}
        </button>
      </div>
    </form>
  );
}

/** The first cells that say something, each once. */
function Examples({ cells }: { cells: readonly string[] }) {
  const some = [...new Set(cells.filter(Boolean))].slice(0, EXAMPLES);
  if (some.length === 0) return null;
  return (
    <p className="wrap-anywhere mt-1.5 line-clamp-2 text-sm">
      {rich('imports.examples', {
        label: (text) => <span className="text-quiet">{text}</span>,
        examples: some.join(' · '),
      })}
    </p>
  );
}
