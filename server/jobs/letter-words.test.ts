import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { type Language, SHIPPED } from '#languages/languages.ts';
import { type MessageId, withLanguage } from '#languages/t.ts';
import { argumentsOf, readCatalogue } from '#scripts/languages/catalogue.ts';
import { type AddressedLetter, type Said, say } from './letter.ts';
import { type Letterhead, renderLetter } from './render-letter.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const english = readCatalogue('en');
const LANGUAGES = Object.keys(SHIPPED) as Language[];

/** Every message that the server says in a letter, as its sources name them. */
const ids = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(ROOT, 'server', file), 'utf8'))
  .filter((source) => source.includes('/letter.ts'))
  .flatMap((source) => [...source.matchAll(/'([a-z]+\.\w+)'/g)].map(([, id = '']) => id))
  .filter((id) => Object.hasOwn(english, id)) as MessageId[];

const head = (): Letterhead => ({
  origin: 'https://school.example',
  name: 'Etude',
  address: [],
  colour: '#155a80',
  formats: formatsOf({ timezone: 'Europe/Berlin', currency: 'eur' }),
  languages: ['en', 'de', 'fr'],
});

/** A message with something of its own in the place of each argument. */
function filled(id: MessageId): { said: Said; values: string[] } {
  const names = [...argumentsOf(english[id] ?? '')];
  const isChosen = (name: string) => new RegExp(`\\{\\s*${name}\\s*,\\s*select`).test(english[id] ?? '');
  const marks = names.map(([name, kind]) => [name, kind === 'number' ? 7 : `<${name}>`] as const);
  const values = marks.flatMap(([name, mark]) => (typeof mark === 'number' || isChosen(name) ? [] : mark));
  return { said: { say: id, with: Object.fromEntries(marks) }, values };
}

test('the sources name the messages of letters', () => {
  expect(ids.length).toBeGreaterThan(200);
});

test.each(LANGUAGES)('every sentence of a letter is whole in %s', (language) => {
  withLanguage(language, () => {
    for (const id of new Set(ids)) {
      const { said, values } = filled(id);
      const { text } = renderLetter({ reader: 'admin', paragraphs: [said] }, head(), '');
      expect(text, id).not.toMatch(/undefined|[\ue000\ue001]/);
      // What stands behind a choice is there where it was chosen.
      const isAlways = !/, select,/.test(english[id] ?? '');
      if (isAlways) for (const value of values) expect(text, id).toContain(value);
    }
  });
});

test('a letter is worded in the language of now, whichever it was written in', () => {
  const letter: AddressedLetter = withLanguage('fr', () => ({
    reader: 'student',
    paragraphs: [
      say('account.mail_leaving_when', { moment: { moment: Date.UTC(2026, 10, 26, 9) } }),
      say('terms.mail_class_at', { class: '<b>Cello</b>', page: { path: '/classes' } }),
    ],
    button: { label: say('mails.open_receipt'), href: '/student/receipt/1' },
  }));
  const { text, html } = withLanguage('de', () => renderLetter(letter, head(), 'Betreff'));
  expect(text).toContain('Quittung öffnen:\nhttps://school.example/de/student/receipt/1');
  expect(text).toContain('<b>Cello</b>: https://school.example/de/classes');
  expect(text).toContain('weil Sie Kurse bei Etude besuchen');
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('&lt;b&gt;Cello&lt;/b&gt;: <a href="https://school.example/de/classes"');
});
