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

/** What no figure depends on: the pages of docs/ themselves, and what is read only. */
const READ_ONLY = [':(top,exclude)docs', ':(top,exclude)*.md'];
const MEASURED_ON = /\bon \d{4}-\d\d-\d\d at ([0-9a-f]{12})\b/i;

/**
 * When, and on which code of the repository around `folder`, something is measured: `2026-11-28 at
 * 38c79892a1b2`, with `with changes` where the code is not what was committed, and only the day in a copy
 * without its history.
 */
export function measuredOn(folder: string): string {
  const today = new Date().toISOString().slice(0, 10);
  const { status, stdout } = git(folder, 'rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return today;
  const commit = stdout.trim();
  return `${today} at ${commit}${isCode(folder, commit) ? '' : ' with changes'}`;
}

/**
 * Writes a section, Markdown that begins with `## title` and says `measuredOn`, into its page, in the order of
 * `titles` or, without them, of the alphabet; takes away those that were measured on other code.
 */
export function putSection(
  page: string,
  {
    title,
    text,
    introduction,
    titles,
  }: { title: string; text: string; introduction: string; titles?: string[] },
): void {
  const sections = readSections(page).set(title, text);
  const order = titles ?? [...sections.keys()].sort((one, other) => one.localeCompare(other, 'en'));
  writeFileSync(page, introduction + order.map((each) => sections.get(each) ?? '').join(''));
}

/** The sections of a page that were measured on the code that is there, by title; all in a copy without history. */
function readSections(page: string): Map<string, string> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const parts = text.split(/^(?=## )/m).slice(1);
  const folder = dirname(page);
  const hasHistory = git(folder, 'rev-parse', 'HEAD').status === 0;
  const isKept = (part: string) => {
    const commit = MEASURED_ON.exec(part)?.[1];
    return !hasHistory || (commit !== undefined && isCode(folder, commit));
  };
  return new Map(parts.filter(isKept).map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part]));
}

/** Whether the code around `folder` is that of the commit. */
const isCode = (folder: string, commit: string) =>
  git(folder, 'diff', '--quiet', commit, '--', ':/', ...READ_ONLY).status === 0;

const git = (folder: string, ...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
