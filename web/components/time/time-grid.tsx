import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { type Span, sideBySide } from './side-by-side.ts';

/** A day, or whatever else has a column of its own. */
export type GridColumn = { key: string; heading: ReactNode; isCurrent?: boolean };

/** Something that stands in a column from one minute of the day to another. */
export type GridBlock = Span & {
  key: string;
  /** The key of its column. */
  column: string;
  /** The colour of its edge, as CSS has it; that of the school where it is left out. */
  tone?: string;
  /** Whether it does not take place. */
  isOff?: boolean;
  /** What it says; a link or a button in it is what the arrow keys go to. */
  children: ReactNode;
};

type Props = {
  /** What the whole is called for screen readers. */
  label: string;
  columns: readonly GridColumn[];
  /** How wide a column is at least, as CSS has it, where more are possible than fit; else that of a day. */
  columnWidth?: string;
  blocks: readonly GridBlock[];
  /** How a time such as `16:00` is written. */
  clock: (time: string) => string;
  /** What a column without blocks says. */
  nothing: string;
};

/** Hours that are shown where there is less, from this one where there is nothing. */
const HOURS_MIN = 6;
const FIRST_HOUR = 14;
const MINUTES = 60;
/** From how many minutes on what a block is called may take two lines. */
const WRAPS_FROM = 40;
const HOURS_OF_DAY = 24;

/**
 * Days with what is on them: side by side along the hours where there is room for it and on paper, one below
 * the other on a phone and a small tablet. To a screen reader it is a list of days with a list in each, in
 * either shape. How it is set stands in app.css, at `.time-grid`.
 */
export function TimeGrid({ label, columns, columnWidth, blocks, clock, nothing }: Props) {
  const id = useId();
  const { first, last } = hoursOf(blocks);
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return (
    <section
      aria-label={label}
      className="time-grid"
      style={variables({ hours: last - first, column: columnWidth, scrolled: columnWidth && 1 })}
    >
      <div>
        <div className="time-grid-hours" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{clock(`${String(hour % HOURS_OF_DAY).padStart(2, '0')}:00`)}</span>
          ))}
        </div>
        {/* Columns that do not fit are scrolled by keyboard, too, where nothing in them takes the focus. */}
        <ol
          onKeyDown={goByArrow}
          tabIndex={columnWidth === undefined ? undefined : 0}
          aria-label={columnWidth && label}
        >
          {columns.map(({ key, heading, isCurrent }, at) => {
            const own = sideBySide(blocks.filter(({ column }) => column === key));
            return (
              <li key={key} aria-labelledby={`${id}${at}`} aria-current={isCurrent ? 'date' : undefined}>
                <h2 id={`${id}${at}`}>{heading}</h2>
                {own.length === 0 && <p>{nothing}</p>}
                <ul>
                  {own.map((block) => (
                    <li
                      key={block.key}
                      data-from={block.from}
                      data-off={block.isOff ? '' : undefined}
                      style={variables({
                        at: block.from / MINUTES - first,
                        for: (block.to - block.from) / MINUTES,
                        place: block.place,
                        of: block.of,
                        tone: block.tone,
                      })}
                    >
                      <div data-lines={linesOf(block)}>{block.children}</div>
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** How many lines there is room for in a short block; one that has a column to itself is soon long enough. */
function linesOf({ from, to, of }: Span & { of: number }): number | undefined {
  if (to - from < MINUTES / 2) return 1;
  return to - from < (of > 1 ? MINUTES : WRAPS_FROM) ? 2 : undefined;
}

const variables = (values: Record<string, string | number | undefined>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value?.toString()]));

/** Full hours around all that is shown. */
function hoursOf(blocks: readonly Span[]) {
  const begins = blocks.map(({ from }) => Math.floor(from / MINUTES));
  const ends = blocks.map(({ to }) => Math.ceil(to / MINUTES));
  const first = Math.min(...(begins.length > 0 ? begins : [FIRST_HOUR]), HOURS_OF_DAY - HOURS_MIN);
  return { first, last: Math.max(...ends, first + HOURS_MIN) };
}

/**
 * Up and down go within a column, left and right to what is at about the same time in the next one that has
 * anything.
 */
function goByArrow(event: KeyboardEvent<HTMLElement>) {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const block = target instanceof Element && target.closest<HTMLElement>('[data-from]');
  if (!block || altKey || ctrlKey || metaKey || shiftKey) return;
  const link = linkIn(WAYS[key]?.(block));
  if (!link) return;
  // Else the page scrolls too.
  event.preventDefault();
  link.focus();
}

const WAYS: { readonly [key: string]: (block: HTMLElement) => Element | null | undefined } = {
  ArrowUp: (block) => along(block, previous),
  ArrowDown: (block) => along(block, next),
  ArrowLeft: (block) => across(block, isFromRight() ? next : previous),
  ArrowRight: (block) => across(block, isFromRight() ? previous : next),
};

const linkIn = (block: Element | null | undefined) => block?.querySelector<HTMLElement>('a, button');

/** The nearest that has a link. */
function along(block: Element, step: (block: Element) => Element | null): Element | null {
  const other = step(block);
  return other === null || linkIn(other) ? other : along(other, step);
}

const isFromRight = () => document.dir === 'rtl';
const previous = (one: Element) => one.previousElementSibling;
const next = (one: Element) => one.nextElementSibling;

function across(block: HTMLElement, step: (column: Element) => Element | null): HTMLElement | undefined {
  let column: Element | null = block.parentElement?.closest('li') ?? null;
  while (column) {
    column = step(column);
    const blocks = [...(column?.querySelectorAll<HTMLElement>('[data-from]') ?? [])].filter(linkIn);
    const apart = (other: HTMLElement) => Math.abs(minuteOf(other) - minuteOf(block));
    const [nearest] = blocks.sort((one, other) => apart(one) - apart(other));
    if (nearest) return nearest;
  }
  return undefined;
}

const minuteOf = ({ dataset }: HTMLElement) => Number(dataset.from);
