import { number, plural, select } from '@messageformat/runtime';
import { expect, test } from 'vitest';
import { argumentsOf } from './catalogue.ts';
import { expressionsOf } from './compile.ts';

const count = (language: string) => (value: number) => new Intl.PluralRules(language).select(value);

test('a message without arguments is a text, one with plurals a function of what counts', () => {
  const of = expressionsOf('de');
  expect(of('classes.about_class')).toBe('"Über diesen Kurs"');
  const message = new Function(`return ${of('classes.places_left')}`)();
  const written = (places: number) => message({ count: places }, plural, count('de'), number, select);
  expect([written(1), written(1200)]).toEqual(['1 Platz frei', '1.200 Plätze frei']);
});

test('the arguments of a message are what it names, with what they are', () => {
  const message = '{n, plural, one {# <a>x</a>} other {# for {name}}} {kind, select, a {b} other {c}}';
  expect(Object.fromEntries(argumentsOf(message))).toEqual({
    n: 'number',
    a: 'tag',
    name: 'text',
    kind: 'text',
  });
});
