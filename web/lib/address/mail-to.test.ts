import { expect, test } from 'vitest';
import { mailTo } from './mail-to.ts';

test('a link to an address adds no other receiver, whatever the address holds', () => {
  expect(mailTo('ana@school.example')).toBe('mailto:ana@school.example');
  const odd = new URL(mailTo('odd?bcc=spy&x=1#y@school.example'));
  expect([odd.search, odd.hash]).toEqual(['', '']);
});
