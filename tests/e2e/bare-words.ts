import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type Words, wordsOf } from '#tests/support/bare-words.ts';
import elections from '#web/routes/demo-elections.json' with { type: 'json' };

/** Every text that a page shows or says in its own language, and its title. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const description = document.querySelector('meta[name=description]')?.getAttribute('content');
    if (description) found.add(description);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const parent = node.parentElement;
      if (
        !parent ||
        parent.closest('script, style, template, noscript, pre, code, textarea, [translate=no], body [lang]')
      )
        continue;
      if (node.data.trim()) found.add(node.data.trim());
    }
    const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder'];
    for (const name of spoken)
      for (const element of document.querySelectorAll(`[${name}]:not(body [lang] *, body [lang])`))
        found.add(element.getAttribute(name)?.trim() ?? '');
    found.delete('');
    return [...found];
  });

/** Every text of a file. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [];

/** What the rows of a school say, and the demo's elections. */
export function wordsOfSchool(folder: string): Words {
  const values: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(db|sqlite)$/.test(name))) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true });
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const { name } of tables) {
      // What was written of the rows is no word of the school's.
      if (/fts|search|migration|^mails$|^changes$/i.test(String(name))) continue;
      for (const row of db.prepare(`select * from "${name}"`).all())
        values.push(...Object.values(row).filter((value) => typeof value === 'string'));
    }
    db.close();
  }
  return wordsOf([...values, ...textsIn(elections)]);
}
