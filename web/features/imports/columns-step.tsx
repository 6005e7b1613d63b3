import { useState } from 'react';
import {
  BORN_FORMS,
  type BornForm,
  CHILD_FIELDS,
  type ColumnField,
  fieldOf,
  IMPORT_FIELDS,
  type ImportField,
  LATER_CHILDREN,
  laterFields,
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
  const [added, setAdded] = useState(0);
  const guessed = LATER_CHILDREN.filter((child) => laterFields(child).some((field) => columns[field]));
  const more = Math.max(added, ...guessed.map((child) => child - 1));
  const fieldWords = (field: ImportField) =>
    isRequired(field) ? t(FIELD_WORDS[field]) : t('imports.field_optional', { field: t(FIELD_WORDS[field]) });
  const columnOf = (field: ColumnField, label: string) => {
    const known = IMPORT_FIELDS.find((one) => one === field);
    const mustBe = known !== undefined && isRequired(known);
    return (
      <SelectField
        label={label}
        name={field}
        hint={known && hintOf(known)}
        options={['', ...headings]}
        optionLabels={{ '': mustBe ? t('imports.choose_column') : t('imports.not_in_file') }}
        value={columns[field] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          changeColumns({ columns: { ...columns, [field]: value || undefined } })
        }
      />
    );
  };
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
            {columnOf(field, fieldWords(field))}
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
        {LATER_CHILDREN.slice(0, more).map((child) => (
          <fieldset key={child} className="grid gap-x-8 gap-y-5 md:col-span-2 md:grid-cols-2">
            <legend className="mb-3 font-semibold">{t('imports.child_of_line', { child })}</legend>
            {CHILD_FIELDS.map((field) => {
              const column = fieldOf(field, child);
              const words = { field: t(FIELD_WORDS[field]), child };
              return (
                <div key={column}>
                  {columnOf(column, t('imports.field_of_child', words))}
                  <Examples cells={cellsBelow(table, columns[column])} />
                </div>
              );
            })}
          </fieldset>
        ))}
      </div>
      {more < LATER_CHILDREN.length && (
        <button type="button" className="btn btn-outline btn-sm mt-5" onClick={() => setAdded(more + 1)}>
          {t('imports.another_child_in_line')}
        </button>
      )}
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
