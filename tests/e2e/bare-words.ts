import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { CLASS_GROUPS, CLASS_LEVELS } from '#contract/classes/calls.ts';
import { ROLES } from '#contract/users/calls.ts';

/*
 * Finds words on a page of the pseudo language that no message wrote. All that a message writes is accented, so
 * what is left in plain letters is what the school's rows say, a date, or a fault.
 */

/** Every text that a page shows or says, and its title. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const description = document.querySelector('meta[name=description]')?.getAttribute('content');
    if (description) found.add(description);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, template, noscript, pre, code, [translate=no]')) continue;
      if (node.data.trim()) found.add(node.data.trim());
    }
    const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder'];
    for (const name of spoken)
      for (const element of document.querySelectorAll(`[${name}]`))
        found.add(element.getAttribute(name)?.trim() ?? '');
    found.delete('');
    return [...found];
  });

const PLAIN_RUN = /[A-Za-z]{2,}(?:[ ’'-]+[A-Za-z]{2,})*/g;
const ADDRESS = /\S+@\S+|https?:\/\/\S+|\/[\w/.-]+|\b[\w-]+\.(?:example|csv|ics|pdf|ts|md)\b/g;

/** Values of the wire, which a page names in words of its own. */
const WIRE = new Set([...CLASS_LEVELS, ...CLASS_GROUPS, ...ROLES].map((value) => value.toLowerCase()));

/** What `Intl` writes of a date or a sum in English, which a pseudo language is for it. */
function dateWords(): Set<string> {
  const words = ['am', 'pm', 'at', 'utc', 'gmt', 'eur', 'usd', 'wet', 'west'];
  for (let month = 0; month < 12; month++)
    for (const style of ['long', 'short'] as const)
      words.push(new Date(2026, month, 1 + month).toLocaleDateString('en-GB', { month: style }));
  for (let day = 1; day <= 7; day++)
    for (const style of ['long', 'short'] as const)
      words.push(new Date(2026, 10, day).toLocaleDateString('en-GB', { weekday: style }));
  return new Set(words.map((word) => word.toLowerCase()));
}
const DATES = dateWords();
const NAME_MAX = 120;

/** What the rows of a school say, in lower case: short texts, and all. */
export function wordsOfSchool(folder: string): { names: string; all: string } {
  const values: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(db|sqlite)$/.test(name))) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true });
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const { name } of tables) {
      if (/fts|search|migration/i.test(String(name))) continue;
      for (const row of db.prepare(`select * from "${name}"`).all())
        values.push(...Object.values(row).filter((value) => typeof value === 'string'));
    }
    db.close();
  }
  const plain = values.map((value) => value.replaceAll(/\s+/g, ' ').toLowerCase());
  return { names: plain.filter((value) => value.length <= NAME_MAX).join('\n'), all: plain.join('\n') };
}

/** The runs of plain words in a text that neither the school's rows nor a date account for. */
export function bareWordsIn(text: string, { names, all }: { names: string; all: string }): string[] {
  const runs = text.replaceAll(ADDRESS, ' ').match(PLAIN_RUN) ?? [];
  return runs.filter((run) => {
    const said = run.replaceAll(/\s+/g, ' ').toLowerCase();
    if (WIRE.has(said)) return true;
    const words = said.split(' ').filter((word) => !DATES.has(word));
    if (words.length === 0) return false;
    return !(words.length > 2 ? all : names).includes(words.join(' ')) && !names.includes(said);
  });
}
