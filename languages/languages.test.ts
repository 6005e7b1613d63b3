import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directionOf, isLanguage, isShipped, nameOf } from './languages.ts';
import { pseudoOf } from './pseudo.ts';
import { language, t, withLanguage } from './t.ts';

test('outside of a request the language is English', () => {
  expect(language()).toBe('en');
  expect(t('classes.places_left', { count: 3 })).toBe('3 places left');
});

test('what is waited for stays in the language it began in', async () => {
  const later = (code: 'de' | 'fr') =>
    withLanguage(code, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return t('classes.places_left', { count: 1 });
    });
  expect(await Promise.all([later('de'), later('fr'), later('de')])).toEqual([
    '1 Platz frei',
    '1 place restante',
    '1 Platz frei',
  ]);
  expect(language()).toBe('en');
});

test('each language forms plurals by its own rules', () => {
  const of = (code: 'en' | 'fr', count: number) =>
    withLanguage(code, () => t('classes.places_left', { count }));
  // In French nothing is singular.
  expect([of('en', 0), of('fr', 0), of('fr', 2)]).toEqual([
    '0 places left',
    '0 place restante',
    '2 places restantes',
  ]);
});

test('no French line begins with a sign or ends with an opening quotation mark', () => {
  const messages: Record<string, string> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'fr.json'), 'utf8'),
  );
  const loose = /(?<!«\u00a0)(?<![\u202f.?!…])[;!?](?=[\s}<]|$)|[^\u00a0]»|[^\u00a0]:(?=[\s}<]|$)|«[^\u00a0]/;
  expect(Object.entries(messages).filter(([, words]) => loose.test(words))).toEqual([]);
});

test('the pseudo language is longer, in brackets, and keeps what is no word', () => {
  const written = pseudoOf('en-XA', '{count, plural, one {# <b>place</b>} other {# places}} for {name}');
  expect(written).toMatch(/^\[.*\]$/);
  expect(written).toContain('{count, plural, one {# <b>þļåçé</b>} other {# þļåçéš}}');
  expect(written).toContain('{name}');
  expect(withLanguage('en-XA', () => t('classes.places_left', { count: 2 }))).toMatch(/^\[2 þļåçéš .*\]$/);
  expect(pseudoOf('ar-XB', 'Places')).toBe('Places');
});

test('a language has a name and a direction', () => {
  expect([nameOf('de'), directionOf('de'), directionOf('ar-XB')]).toEqual(['Deutsch', 'ltr', 'rtl']);
  expect([isShipped('en-XA'), isLanguage('en-XA'), isLanguage('xx'), isLanguage('constructor')]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
