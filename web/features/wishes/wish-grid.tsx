import { useState } from 'react';
import { Link } from 'react-router';
import { WEEKDAY_NUMBERS } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { weekdayName } from '#contract/formats.ts';
import { valuesOf } from '#contract/school/lists.ts';
import type { WishCell, WishGrid } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { whatWords } from './wish-words.ts';

/** What the grid is of, as its address says. */
export type GridOf = {
  instrument?: string | undefined;
  level?: string | undefined;
  group?: string | undefined;
};

const addressOf = (of: GridOf) =>
  `?${new URLSearchParams(Object.entries(of).filter((pair): pair is [string, string] => Boolean(pair[1])))}`;

const DAYS = WEEKDAY_NUMBERS.map(Number);

/** How strongly a cell is wished for, beside the most that any is. */
function toneOf(families: number, most: number) {
  if (families === 0) return '';
  if (families * 3 <= most) return 'bg-mist';
  return families * 3 <= most * 2 ? 'bg-plum/25' : 'bg-plum text-white';
}

/** What families wish for, by weekday and hour, and a class made of it. `addClass` is the form of a new class. */
export function WishGridView({ grid, of, addClass }: { grid: WishGrid; of: GridOf; addClass: string }) {
  const { school } = useConfig();
  const [chosen, setChosen] = useState<string>();
  const instrumentname = grid.instruments.find(({ _id }) => _id === of.instrument)?.name ?? '';
  const cell = grid.items.find((item) => keyOf(item) === chosen) ?? mostOf(grid.items);
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        {grid.instruments.map(({ _id, name, families }) => (
          <Choice key={_id} to={{ ...of, instrument: _id }} isChosen={_id === of.instrument}>
            {t('wishes.option', { name, count: families })}
          </Choice>
        ))}
      </div>
      <Values name="level" of={of} values={valuesOf(school, 'levels')} labelOf={levelLabel} />
      <Values name="group" of={of} values={valuesOf(school, 'groups')} labelOf={groupLabel} />
      {cell ? (
        <>
          <Made cell={cell} of={of} what={whatWords({ instrumentname, ...of }, school)} addClass={addClass} />
          <Grid items={grid.items} chosen={keyOf(cell)} onChoose={(item) => setChosen(keyOf(item))} />
        </>
      ) : (
        <p className="mt-8 text-quiet">{t('wishes.none_like_this')}</p>
      )}
    </>
  );
}

const keyOf = ({ weekday, hour }: Pick<WishCell, 'weekday' | 'hour'>) => `${weekday} ${hour}`;

/** The cell that most families would like, the first of several. */
const mostOf = (items: readonly WishCell[]) =>
  items.reduce<WishCell | undefined>(
    (most, one) => (most && most.families >= one.families ? most : one),
    undefined,
  );

function Choice({ to, isChosen, children }: { to: GridOf; isChosen: boolean; children: string }) {
  return (
    <Link
      to={addressOf(to)}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className="btn btn-outline btn-sm btn-paper aria-[current]:border-plum aria-[current]:bg-mist aria-[current]:text-plum"
    >
      {children}
    </Link>
  );
}

/** Levels, or groups, to choose from. */
function Values({
  name,
  of,
  values,
  labelOf,
}: {
  name: 'level' | 'group';
  of: GridOf;
  values: readonly string[];
  labelOf: typeof levelLabel;
}) {
  const { school } = useConfig();
  return (
    <nav
      aria-label={name === 'level' ? t('classes.level') : t('classes.group')}
      className="mt-3 flex flex-wrap gap-2"
    >
      <Choice to={{ ...of, [name]: undefined }} isChosen={!of[name]}>
        {name === 'level' ? t('wishes.any_level') : t('wishes.any_group')}
      </Choice>
      {values.map((value) => (
        <Choice key={value} to={{ ...of, [name]: value }} isChosen={of[name] === value}>
          {labelOf(school, value)}
        </Choice>
      ))}
    </nav>
  );
}

type MadeProps = { cell: WishCell; of: GridOf; what: string; addClass: string };

/** The chosen hour in a sentence, and the way to a class of it. */
function Made({ cell: { weekday, from, to, families, young }, of, what, addClass }: MadeProps) {
  const { clock } = useFormats();
  const asked = addressOf({ ...of, ...{ weekday: String(weekday), from, to } });
  return (
    <div className="panel mt-6 flex flex-wrap items-center justify-between gap-4 p-5" aria-live="polite">
      <p className="font-semibold text-lead">
        {t('wishes.sentence', {
          count: families,
          what,
          weekday: weekdayName(weekday),
          from: clock(from),
          to: clock(to),
          young,
        })}
      </p>
      <Link to={`${addClass}${asked}`} className="btn btn-primary">
        {t('wishes.make_class')}
      </Link>
    </div>
  );
}

type GridProps = { items: readonly WishCell[]; chosen: string; onChoose: (cell: WishCell) => void };

function Grid({ items, chosen, onChoose }: GridProps) {
  const { clock } = useFormats();
  const cells = new Map(items.map((item) => [keyOf(item), item]));
  const hours = [...new Set(items.map(({ hour }) => hour))].sort();
  const most = Math.max(...items.map(({ families }) => families));
  return (
    <table className="mt-6 w-full table-fixed border-separate border-spacing-1 text-center">
      <caption className="sr-only">{t('wishes.by_hour')}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-14 sm:w-20">
            <span className="sr-only">{t('wishes.hour')}</span>
          </th>
          {DAYS.map((day) => (
            <th key={day} scope="col" className="pb-1 font-semibold text-quiet text-sm">
              <span className="sr-only lg:not-sr-only">{weekdayName(day)}</span>
              <span aria-hidden="true" className="lg:hidden">
                {weekdayName(day).slice(0, 2)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="font-medium text-quiet text-sm tabular-nums">
              {clock(hour)}
            </th>
            {DAYS.map((weekday) => {
              const cell = cells.get(keyOf({ weekday, hour }));
              return (
                <td key={weekday}>
                  {cell && (
                    <button
                      type="button"
                      aria-pressed={keyOf(cell) === chosen}
                      aria-label={t('wishes.cell', {
                        count: cell.families,
                        weekday: weekdayName(weekday),
                        hour: clock(hour),
                      })}
                      onClick={() => onChoose(cell)}
                      className={`h-11 w-full cursor-pointer rounded-field font-semibold tabular-nums outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-plum ${toneOf(cell.families, most)}`}
                    >
                      {cell.families}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
