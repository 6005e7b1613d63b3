import { useState } from 'react';
import { Link } from 'react-router';
import { type Imported, importCalls, VERDICTS, type Verdict } from '#contract/imports/calls.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { VERDICT_WORDS } from './field-words.ts';
import { ImportProgress } from './import-progress.tsx';
import { type Chosen, formOf, type ImportSteps, type Told } from './use-import.ts';

const api = apiOf(importCalls);

/** So many lines are shown at a time. */
const SHOWN = 50;

type Line = Imported['rows'][number] & { family: string; parent: string; child: string };

/** What will happen with each line, or what happened; and takes in what is new. */
export function VerdictsStep({
  chosen,
  told,
  steps,
  working,
}: {
  chosen: Chosen;
  told: Told;
  steps: ImportSteps;
  /** The import at work, as far as is known. */
  working: { linesdone: number; lines: number } | undefined;
}) {
  const { count } = useFormats();
  const { work, problem, isLost, take, check, toColumns, restart } = steps;
  const unfit = told.counts.doubtful + told.counts.wrong;
  const children = (number: number) => (number === 1 ? 'one child' : `${count(number)} children`);
  return (
    <div className="space-y-6">
      <div className="panel p-5 sm:p-6">
        <p className="text-lead">
          {told.isDone
            ? `Done: ${children(told.counts.new)} ${told.counts.new === 1 ? 'was' : 'were'} imported.`
            : sentenceOf(told, children)}
        </p>
        {unfit > 0 && (
          <p className="mt-2 text-quiet">
            {unfit === 1 ? 'One line is' : `${count(unfit)} lines are`} left for you. Save them as a file,
            correct them there, and import that file: what is here already is not added again.
          </p>
        )}
        {work === 'importing' && <ImportProgress import={working} />}
        <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
          {problem}
          {problem && isLost && ' What was imported by then is kept; nothing is added twice when you go on.'}
        </p>
        <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
          {told.isDone || told.counts.new === 0 ? (
            <button type="button" className="btn btn-primary" onClick={restart}>
              Import another file
            </button>
          ) : (
            <ActionButton className="btn btn-primary" isBusy={work === 'importing'} onClick={take}>
              {isLost ? 'Continue' : `Import ${children(told.counts.new)}`}
            </ActionButton>
          )}
          {isLost && (
            <ActionButton className="btn btn-outline" isBusy={work === 'checking'} onClick={check}>
              See what is left
            </ActionButton>
          )}
          {!told.isDone && (
            <ActionButton className="btn btn-outline" isUnavailable={work !== undefined} onClick={toColumns}>
              Back to the columns
            </ActionButton>
          )}
        </div>
      </div>
      <Lines
        told={told}
        lines={linesOf(chosen, told)}
        save={() => api.exportUnfitLines({ body: formOf(chosen) })}
      />
    </div>
  );
}

const sentenceOf = ({ counts }: Told, children: (number: number) => string) =>
  counts.new === 0
    ? 'Nothing in this file is new.'
    : `This file brings ${children(counts.new)}. Look through the lines first.`;

/** The lines with the names that stand in them. */
function linesOf({ table, columns }: Chosen, { rows }: Told): Line[] {
  const cells = new Map(table.rows.map((row) => [row.line, row.cells]));
  return rows.map((row) => {
    const cellOf = (heading: string | undefined) =>
      (heading && cells.get(row.line)?.[table.headings.indexOf(heading)]) || '';
    const names = new Set([columns.firstname, columns.lastname]);
    return {
      ...row,
      family: cellOf(columns.email),
      parent: cellOf(columns.parentname),
      child: [...names].map(cellOf).join(' ').trim(),
    };
  });
}

function Lines({ told, lines, save }: { told: Told; lines: readonly Line[]; save: () => Promise<string> }) {
  const { count } = useFormats();
  const [verdict, setVerdict] = useState<Verdict>();
  const [shown, setShown] = useState(SHOWN);
  const { counts, isDone } = told;
  const found = verdict ? lines.filter((line) => line.verdict === verdict) : lines;
  const filters = [undefined, ...VERDICTS];
  return (
    <section aria-labelledby="lines">
      <h3 id="lines" className="sr-only">
        Lines of the file
      </h3>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2" aria-label="Show">
          {filters.map((one) => (
            <button
              key={one ?? ''}
              type="button"
              aria-pressed={verdict === one}
              className={`btn btn-sm ${verdict === one ? 'btn-primary' : 'btn-outline'}`}
              onClick={() => {
                setVerdict(one);
                setShown(SHOWN);
              }}
            >
              {one ? VERDICT_WORDS[one].label : 'All'} {count(one ? counts[one] : lines.length)}
            </button>
          ))}
        </fieldset>
        {counts.doubtful + counts.wrong > 0 && (
          <CsvButton label="Save the lines left for you" name="lines-to-look-at" load={save} />
        )}
      </div>
      {found.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">No lines here.</p>
      ) : (
        <DataTable
          caption="Lines of the file"
          columns={isDone ? DONE : DRY}
          rows={found.slice(0, shown)}
          rowKey={({ line }) => String(line)}
        />
      )}
      {found.length > shown && (
        <div className="mt-4 text-center">
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => setShown(shown + 4 * SHOWN)}
          >
            Show more lines
          </button>
          <p className="mt-2 text-quiet text-sm">
            {count(shown)} of {count(found.length)} are shown.
          </p>
        </div>
      )}
    </section>
  );
}

const columnsOf = (isDone: boolean): Column<Line>[] => [
  {
    heading: 'Child',
    cell: ({ line, child }) => (
      <span className="block text-start">
        <span className="wrap-anywhere block font-semibold">{child || 'No name'}</span>
        <span className="block text-quiet text-sm">Line {line}</span>
      </span>
    ),
  },
  {
    heading: 'Family',
    cell: ({ family, parent }) => (
      <span className="wrap-anywhere block">
        {parent && <span className="block">{parent}</span>}
        <span className="block text-quiet text-sm">{family || 'No address'}</span>
      </span>
    ),
  },
  {
    heading: isDone ? 'What happened' : 'What will happen',
    card: 'foot',
    cell: (line) => <What {...line} isDone={isDone} />,
  },
];
const DRY = columnsOf(false);
const DONE = columnsOf(true);

function What({ verdict, sentence, column, family, isDone }: Line & { isDone: boolean }) {
  const { label, badge } = VERDICT_WORDS[verdict];
  return (
    <span className="block w-full text-start md:max-w-96">
      <span className={`badge font-semibold ${badge}`}>
        {isDone && verdict === 'new' ? 'Imported' : label}
      </span>
      {sentence && (
        <span className="wrap-anywhere mt-1 block text-sm">
          {column && <span className="text-quiet">{column}: </span>}
          {sentence}
        </span>
      )}
      {verdict === 'doubtful' && family && (
        <Link
          className="link mt-1 inline-block text-sm"
          to={`/admin/families?q=${encodeURIComponent(family)}`}
          target="_blank"
        >
          Look at this family
        </Link>
      )}
    </span>
  );
}
