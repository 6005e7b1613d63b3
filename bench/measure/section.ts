import { measuredOn } from '#tests/support/sections.ts';

/**
 * One figure of a benchmark beside what it is held against, both taken in the same run on the same machine.
 */
export type Row = {
  what: string;
  /** What the product needed or did, with its unit, such as `61 µs`. */
  ours: string;
  /** The same of what it is held against, such as `54 µs`. */
  reference: string;
  /** The quotient that the goal speaks of; absent where the goal is a figure of its own. */
  ratio?: number;
  goal: string;
  isMet: boolean;
  /** What keeps the figure from being better. */
  limitedBy: string;
};

/** What one benchmark tells: a table of `docs/performance.md`. */
export type Section = {
  title: string;
  /** What is measured, how, and against what. */
  method: string;
  rows: Row[];
};

/** What each `*.bench.ts` exports as its default: measures, and stops every process that it started. */
export type Bench = () => Promise<Section>;

/** The goal of a row that is only told. */
export const NO_GOAL = '–';

/** A section as Markdown, with what it was measured by, when, and on which code. */
export function toMarkdown({ title, method, rows }: Section, command: string): string {
  const lines = rows.map(({ what, ours, reference, ratio, goal, isMet, limitedBy }) =>
    [
      what,
      ours,
      reference,
      ratio?.toFixed(2) ?? '–',
      goal,
      goal === NO_GOAL ? '–' : isMet ? 'yes' : 'no',
      limitedBy,
    ].join(' | '),
  );
  return [
    `## ${title}`,
    '',
    method,
    '',
    `On ${measuredOn(import.meta.dirname)}: \`${command}\`.`,
    '',
    '| what | Cadenza | held against | ratio | goal | met | what limits it |',
    '|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
    '',
  ].join('\n');
}
