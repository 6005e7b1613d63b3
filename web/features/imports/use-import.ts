import { useRef, useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import {
  type BornForm,
  IMPORT_BYTES_MAX,
  type Imported,
  type ImportTable,
  importCalls,
  REQUIRED_FIELDS,
} from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import { type Columns, guessBornForm, guessColumns } from './guess-columns.ts';

const api = apiOf(importCalls);

/** A file that was read, and what its columns are. */
export type Chosen = { file: File; table: ImportTable; columns: Columns; bornform: BornForm | '' };
/** What would become of each line, or what became of it. */
export type Told = Imported & { isDone: boolean };
type Work = 'reading' | 'checking' | 'importing';

/** The cells below a heading. */
export function cellsBelow({ headings, rows }: ImportTable, heading: string | undefined): string[] {
  const place = heading ? headings.indexOf(heading) : -1;
  return place < 0 ? [] : rows.map(({ cells }) => cells[place] ?? '');
}

export const formOf = ({ file, columns, bornform }: Chosen) => ({
  file,
  columns: JSON.stringify(columns),
  ...(bornform && columns.born && { bornform }),
});

/**
 * The three steps of an import: the file, its columns, what becomes of its lines. `onImported` is told once
 * the school has taken in what is new. Calls are not made by a page's action, which carries no files.
 */
export function useImport(onImported: () => Promise<unknown>) {
  const [chosen, setChosen] = useState<Chosen>();
  const [told, setTold] = useState<Told>();
  const [work, setWork] = useState<Work>();
  const [problem, setProblem] = useState('');
  /** The import did not answer; whether it goes on the list of imports knows. */
  const [isLost, setIsLost] = useState(false);
  // State comes too late for a second click.
  const isBusy = useRef(false);

  async function during<T>(name: Work, call: () => Promise<T>) {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setWork(name);
    setProblem('');
    const outcome = await attempt(call());
    isBusy.current = false;
    setWork(undefined);
    if (outcome.isDone) return outcome.answer;
    setProblem(outcome.problem);
    return undefined;
  }

  async function choose(picked: File) {
    if (picked.size > IMPORT_BYTES_MAX) return setProblem(t('imports.file_too_large'));
    const read = await during('reading', async () => {
      // A copy: the browser sends no file that was changed since it was chosen.
      const file = new File([await picked.arrayBuffer()], picked.name);
      return { file, table: await api.readImportTable({ body: { file } }) };
    });
    if (!read) return;
    const columns = guessColumns(read.table.headings);
    const bornform = guessBornForm(cellsBelow(read.table, columns.born)) ?? '';
    setChosen({ ...read, columns, bornform });
  }

  function changeColumns(change: Partial<Pick<Chosen, 'columns' | 'bornform'>>) {
    if (chosen) setChosen({ ...chosen, ...change });
    setProblem('');
  }

  async function check() {
    if (!chosen) return;
    if (REQUIRED_FIELDS.some((field) => !chosen.columns[field]))
      return setProblem(t('imports.choose_columns'));
    const body = formOf(chosen);
    const answer = await during('checking', () => api.importFamilies({ querystring: { dry: '1' }, body }));
    if (answer) setTold({ ...answer, isDone: false });
    setIsLost(false);
  }

  async function take() {
    if (!chosen) return;
    const body = formOf(chosen);
    const answer = await during('importing', () =>
      api.importFamilies({ body }).catch((error) => {
        if (apiErrorOf(error)?.kind === 'silence') setIsLost(true);
        throw error;
      }),
    );
    if (!answer) return;
    setTold({ ...answer, isDone: true });
    setIsLost(false);
    await onImported();
  }

  function toColumns() {
    setTold(undefined);
    setIsLost(false);
    setProblem('');
  }

  function restart() {
    toColumns();
    setChosen(undefined);
  }

  return { chosen, told, work, problem, isLost, choose, changeColumns, check, take, toColumns, restart };
}

export type ImportSteps = ReturnType<typeof useImport>;
