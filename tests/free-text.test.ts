import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * People write in Arabic and Hebrew, too: a text of several lines, and a field, take the direction of what
 * stands in them.
 */

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync('web/**/*.tsx', { cwd: ROOT }).filter((file) => !file.includes('.test.'));

/** The tags that keep lines as they were typed: what people enter is shown in these alone. */
const TAGS = /<\w+[^<>]*?whitespace-pre-(?:line|wrap)[^<>]*/g;
/** The message to a program is JSON. */
const NO_TEXT = 'web/features/webhooks/message-log.tsx';

test('a text that people wrote is set in its own direction', () => {
  const all = PAGES.filter((file) => file !== NO_TEXT).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(TAGS)].map(([tag]) => `${file}: ${tag}`),
  );
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((tag) => !tag.includes('dir="auto"'))).toEqual([]);
});

test('so is what they write in a field', () => {
  const field = readFileSync(join(ROOT, 'web/components/form/field.tsx'), 'utf8');
  for (const tag of ['<input dir="auto"', '<textarea dir="auto"']) expect(field).toContain(tag);
});
