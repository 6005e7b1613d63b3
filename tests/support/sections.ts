import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/*
 * Pages of docs/ that a command measures: an introduction, and a section for each thing, which is replaced by
 * itself.
 */

/** What this was measured on, such as `2 cores (…), 8 GB, Node 26.1.0`. */
export function machine(): string {
  const [core] = cpus();
  return `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/**
 * Writes a section, Markdown that begins with `## title`, into its page, in the order of `titles` or, without
 * them, of the alphabet.
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

/** The sections that a page has, by title. */
function readSections(page: string): Map<string, string> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const parts = text.split(/^(?=## )/m).slice(1);
  return new Map(parts.map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', part]));
}
