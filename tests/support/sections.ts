import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';

/*
 * Pages of docs/ that a command measures: an introduction, and a section for each thing, which is replaced by
 * itself. A section names the commit that it was measured on, and goes when another is measured on other code:
 * figures of two states of the product would be read as those of one.
 */

/** What this was measured on, such as `2 cores (…), 8 GB, Node 26.1.0`. */
export function machine(): string {
  const [core] = cpus();
  return `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/**
 * What no figure depends on: the pages of docs/ themselves, what is read only, and tests, but where they are what
 * was run.
 */
const APART = ['docs', '*.md', '*.test.ts', '*.test.tsx', 'tests/e2e'].map((path) => `:(top,exclude)${path}`);
const MEASURED_ON = /\bon \d{4}-\d\d-\d\d at ([0-9a-f]{12})\b/i;

/**
 * When, and on which code of the repository around `folder`, something is measured, by the tests that `ran`:
 * `2026-11-28 at 38c79892a1b2`, with `with changes` where the code is not what was committed, and only the day
 * in a copy without its history.
 */
export function measuredOn(folder: string, ran: readonly string[] = []): string {
  const today = new Date().toISOString().slice(0, 10);
  const { status, stdout } = git(folder, 'rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return today;
  const commit = stdout.trim();
  return `${today} at ${commit}${isCode(folder, commit, ran) ? '' : ' with changes'}`;
}

/** What a section is called, and the tests that were run for it. */
type Measured = { title: string; files: readonly string[] };

/**
 * Writes a section, Markdown that begins with `## title` and says `measuredOn`, into its page, in the order of
 * `sections` or, without them, of the alphabet; takes away those that were measured on other code.
 */
export function putSection(
  page: string,
  {
    title,
    text,
    introduction,
    sections,
  }: { title: string; text: string; introduction: string; sections?: readonly Measured[] },
): void {
  const texts = readSections(page, sections ?? []).set(title, text);
  const order =
    sections?.map((section) => section.title) ??
    [...texts.keys()].sort((one, other) => one.localeCompare(other, 'en'));
  writeFileSync(page, introduction + order.map((each) => texts.get(each) ?? '').join(''));
}

/** The sections of a page that were measured on the code that is there, by title; all in a copy without history. */
function readSections(page: string, sections: readonly Measured[]): Map<string, string> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const folder = dirname(page);
  const hasHistory = git(folder, 'rev-parse', 'HEAD').status === 0;
  const parts = text.split(/^(?=## )/m).slice(1);
  const titled = parts.map((part): [string, string] => [/^## (.*)$/m.exec(part)?.[1] ?? '', part]);
  const isKept = ([title, part]: [string, string]) => {
    const commit = MEASURED_ON.exec(part)?.[1];
    const ran = sections.find((section) => section.title === title)?.files ?? [];
    return !hasHistory || (commit !== undefined && isCode(folder, commit, ran));
  };
  return new Map(titled.filter(isKept));
}

/** Whether the code around `folder` is that of the commit, with the tests that were run. */
function isCode(folder: string, commit: string, ran: readonly string[]): boolean {
  const isSame = (...paths: string[]) => git(folder, 'diff', '--quiet', commit, '--', ...paths).status === 0;
  // Journeys share what stands beside them.
  const tests = new Set(ran.map((file) => (file.startsWith('tests/e2e/') ? 'tests/e2e' : file)));
  return isSame(':/', ...APART) && [...tests].every((path) => isSame(`:/${path}`));
}

const git = (folder: string, ...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
