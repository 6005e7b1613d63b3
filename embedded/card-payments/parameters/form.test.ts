import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#embedded/card-payments/errors.ts';
import { canonical, parseForm } from './form.ts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('names in brackets make trees and lists', () => {
  expect(plain(parseForm('a=1&b[c]=x+y&b[d][0]=p&b[d][1]=q&e[]=1&e[]=2&f=a%26b%3D%C3%A9&g'))).toEqual({
    a: '1',
    b: { c: 'x y', d: { 0: 'p', 1: 'q' } },
    e: { 0: '1', 1: '2' },
    f: 'a&b=é',
    g: '',
  });
});

test.each([
  '__proto__[polluted]=1',
  'a[__proto__][polluted]=1',
  'a[constructor][prototype][x]=1',
  'prototype=1',
  '%5F_proto__[x]=1',
  'a=1&a=2',
  'a=1&a[b]=2',
  'a[b]=1&a=2',
  'a[b=1',
  'a]b=1',
  '[a]=1',
  'a[b]c=1',
  '=1',
  'a=%zz',
  'a[b][c][d][e][f]=1',
  Array.from({ length: 201 }, (_, index) => `k${index}=1`).join('&'),
])('the form %s is refused', (text) => {
  expect(() => parseForm(text)).toThrow(Refusal);
  expect(Object.keys({}.constructor.prototype)).toEqual([]);
});

test('whatever is sent is read or refused, and no object of JavaScript changes', () => {
  const piece = fc.constantFrom(
    'a',
    '[',
    ']',
    '[]',
    '=',
    '&',
    '%',
    '%5B',
    '__proto__',
    'constructor',
    '+',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      try {
        const tree = parseForm(pieces.join(''));
        expect(Object.getPrototypeOf(tree)).toBeNull();
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
      expect(({} as { a?: unknown }).a).toBeUndefined();
    }),
  );
});

test('two forms have one canonical text exactly when they say the same', () => {
  const texts = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.string(), { maxKeys: 5 });
  fc.assert(
    fc.property(texts, texts, fc.infiniteStream(fc.nat()), (one, other, order) => {
      const form = (of: Record<string, string>) => new URLSearchParams(of).toString();
      const shuffled = Object.fromEntries(
        Object.entries(one)
          .map((pair) => ({ pair, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ pair }) => pair),
      );
      expect(canonical(parseForm(form(one)))).toBe(canonical(parseForm(form(shuffled))));
      const same = canonical(parseForm(form(one))) === canonical(parseForm(form(other)));
      expect(same).toBe(
        JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort()),
      );
    }),
  );
});
