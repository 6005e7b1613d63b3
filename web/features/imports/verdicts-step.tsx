import { useState } from 'react';
import { Link } from 'react-router';
import { fieldOf, type Imported, importCalls, VERDICTS, type Verdict } from '#contract/imports/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { VERDICT_WORDS } from './field-words.ts';
import { ImportProgress } from './import-progress.tsx';
import { type Chosen, formOf, type ImportSteps, type Told } from './use-import.ts';

const api = apiOf(importCalls);

/** So many lines are shown at a time. */
const SHOWN = 50;

type Line = Omit<Imported['rows'][number], 'child'> & {
  key: string;
  family: string;
  parent: string;
  child: string;
};

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
  const { work, problem, isLost, take, check, toColumns, restart } = steps;
  const unfit = told.counts.doubtful + told.counts.wrong;
  return (
    <div className="space-y-6">
      <div className="panel p-5 sm:p-6">
        <p className="text-lead">{sentenceOf(told)}</p>
        {unfit > 0 && <p className="mt-2 text-quiet">{t('imports.unfit_lines', { unfit })}</p>}
        {told.places && <PlacesLine places={told.places} isDone={told.isDone} />}
        {work === 'importing' && <ImportProgress import={working} />}
        <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
          {problem}
          {problem && isLost && ` ${t('imports.lost_what')}`}
        </p>
        <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
          {told.isDone || (told.counts.new === 0 && !told.places?.new) ? (
            <button type="button" className="btn btn-primary" onClick={restart}>
              {t('imports.import_another_file')}
            </button>
          ) : (
            <ActionButton className="btn btn-primary" isBusy={work === 'importing'} onClick={take}>
              {isLost
                ? t('common.continue')
                : told.counts.new > 0
                  ? t('imports.import_children', { children: told.counts.new })
                  : t('imports.give_places', { count: told.places?.new ?? 0 })}
            </ActionButton>
          )}
          {isLost && (
            <ActionButton className="btn btn-outline" isBusy={work === 'checking'} onClick={check}>
              {t('imports.see_what_is_left')}
            </ActionButton>
          )}
          {!told.isDone && (
            <ActionButton className="btn btn-outline" isUnavailable={work !== undefined} onClick={toColumns}>
              {t('imports.back_to_columns')}
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

/** What becomes of the places that lines ask for, and of the money. */
function PlacesLine({ places, isDone }: { places: NonNullable<Told['places']>; isDone: boolean }) {
  const { money } = useFormats();
  const { cash, transfer, owed, currency, refused } = places;
  const sentences = [
    t('imports.places_new', { count: places.new, done: String(isDone) }),
    cash > 0 && t('families.several_cash', { sum: money(cash, currency) }),
    transfer > 0 && t('families.several_transfer', { sum: money(transfer, currency) }),
    owed > 0 && t('families.several_owed', { sum: money(owed, currency) }),
    refused > 0 && t('imports.places_refused', { count: refused }),
  ].filter((sentence) => typeof sentence === 'string');
  return <p className="mt-2">{sentences.join(' ')}</p>;
}

function sentenceOf({ counts: { new: children }, isDone }: Told): string {
  if (isDone) return t('imports.done', { children });
  return children === 0 ? t('imports.nothing_new') : t('imports.file_brings', { children });
}

/** The lines with the names that stand in them. */
function linesOf({ table, columns }: Chosen, { rows }: Told): Line[] {
  const cells = new Map(table.rows.map((row) => [row.line, row.cells]));
  return rows.map((row) => {
    const cellOf = (heading: string | undefined) =>
      (heading && cells.get(row.line)?.[table.headings.indexOf(heading)]) || '';
    const { child = 1 } = row;
    const names = new Set([columns[fieldOf('firstname', child)], columns[fieldOf('lastname', child)]]);
    return {
      ...row,
      key: `${row.line}-${child}`,
      family: cellOf(columns.email),
      parent: cellOf(columns.parentname),
      child: [...names].map(cellOf).join(' ').trim(),
    };
  });
}

const NO_PLACE = 'no-place';
/** Which lines are shown: of a verdict, or those whose child gets no place that the line asks for. */
type LineFilter = Verdict | typeof NO_PLACE;

const isIn = ({ verdict, place }: Line, filter: LineFilter) =>
  filter === NO_PLACE ? place?.state === 'refused' : verdict === filter;

function filterWords(filter: LineFilter | undefined): PlainId {
  if (!filter) return 'imports.all';
  return filter === NO_PLACE ? 'imports.without_place' : VERDICT_WORDS[filter].label;
}

function Lines({ told, lines, save }: { told: Told; lines: readonly Line[]; save: () => Promise<string> }) {
  const { count } = useFormats();
  const [filter, setFilter] = useState<LineFilter>();
  const [shown, setShown] = useState(SHOWN);
  const { counts, isDone, places } = told;
  const refused = places?.refused ?? 0;
  const found = filter ? lines.filter((line) => isIn(line, filter)) : lines;
  const filters: [LineFilter | undefined, number][] = [
    [undefined, lines.length],
    ...VERDICTS.map((one): [Verdict, number] => [one, counts[one]]),
    ...(refused > 0 ? [[NO_PLACE, refused] as [typeof NO_PLACE, number]] : []),
  ];
  return (
    <section aria-labelledby="lines">
      <h3 id="lines" className="sr-only">
        {t('imports.lines_of_file')}
      </h3>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2" aria-label={t('common.show')}>
          {filters.map(([one, number]) => (
            <button
              key={one ?? ''}
              type="button"
              aria-pressed={filter === one}
              className={`btn btn-sm ${filter === one ? 'btn-primary' : 'btn-outline'}`}
              onClick={() => {
                setFilter(one);
                setShown(SHOWN);
              }}
            >
              {t(filterWords(one))} {count(number)}
            </button>
          ))}
        </fieldset>
        {counts.doubtful + counts.wrong + refused > 0 && (
          <CsvButton label={t('imports.save_unfit_lines')} name="lines-to-look-at" load={save} />
        )}
      </div>
      {found.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">{t('imports.no_lines_here')}</p>
      ) : (
        <DataTable
          caption={t('imports.lines_of_file')}
          columns={columnsOf(isDone)}
          rows={found.slice(0, shown)}
          rowKey={({ key }) => key}
        />
      )}
      {found.length > shown && (
        <div className="mt-4 text-center">
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => setShown(shown + 4 * SHOWN)}
          >
            {t('imports.show_more_lines')}
          </button>
          <p className="mt-2 text-quiet text-sm">
            {t('imports.lines_shown', { shown: count(shown), count: count(found.length) })}
          </p>
        </div>
      )}
    </section>
  );
}

const columnsOf = (isDone: boolean): Column<Line>[] => [
  {
    heading: t('imports.child'),
    cell: ({ line, child }) => (
      <span className="block text-start">
        <span className="wrap-anywhere block font-semibold">{child || t('imports.no_name')}</span>
        <span className="block text-quiet text-sm">{t('imports.line', { line })}</span>
      </span>
    ),
  },
  {
    heading: t('families.family'),
    cell: ({ family, parent }) => (
      <span className="wrap-anywhere block md:min-w-44">
        {parent && <span className="block">{parent}</span>}
        <span className="block text-quiet text-sm">{family || t('imports.no_address')}</span>
      </span>
    ),
  },
  {
    heading: t(isDone ? 'imports.what_happened' : 'imports.what_will_happen'),
    card: 'foot',
    cell: (line) => <What {...line} isDone={isDone} />,
  },
];

function placeWords({ state, classname, sentence }: NonNullable<Line['place']>, isDone: boolean): string {
  if (state === 'new') return t('imports.place_new', { class: classname, done: String(isDone) });
  return state === 'same'
    ? t('imports.place_same', { class: classname })
    : t('imports.place_refused', { class: classname, sentence });
}

function What({ verdict, sentence, column, family, place, isDone }: Line & { isDone: boolean }) {
  const { label, badge } = VERDICT_WORDS[verdict];
  return (
    <span className="block w-full text-start md:min-w-56 md:max-w-96">
      <span className={`badge font-semibold ${badge}`}>
        {t(isDone && verdict === 'new' ? 'imports.imported' : label)}
      </span>
      {sentence && (
        <span className="wrap-anywhere mt-1 block text-sm">
          {column
            ? rich('imports.of_column', {
                label: (text) => <span className="text-quiet">{text}</span>,
                column,
                sentence,
              })
            : sentence}
        </span>
      )}
      {place && (
        <span
          className={`wrap-anywhere mt-1 block text-sm ${place.state === 'refused' ? 'font-medium text-error' : ''}`}
        >
          {placeWords(place, isDone)}
        </span>
      )}
      {verdict === 'doubtful' && family && (
        <Link
          className="link mt-1 inline-block text-sm"
          to={`/admin/families?q=${encodeURIComponent(family)}`}
          target="_blank"
        >
          {t('imports.show_family')}
        </Link>
      )}
    </span>
  );
}
