import { expect, test } from 'vitest';
import { leaveOutNames } from './leave-out-names.ts';

const plain = leaveOutNames({
  whole: [{ name: 'Mia Hall' }, { name: 'Noah Young Smith' }],
  byPart: [{ name: 'Johanna Quick-Meyer', instead: 'Clara Winterbourne' }, { name: 'Bo Li' }],
});

test.each([
  ['Violin with Johanna', 'Violin with Clara'],
  ['JOHANNA’S choir', 'Clara’S choir'],
  ['Johannas Chor', 'Clara Chor'],
  ['Quick-Meyer’s band', 'Winterbourne-Winterbourne’s band'],
  ['The Meyer method', 'The Winterbourne method'],
  ['Johanna Quick-Meyer: duets', 'Clara Winterbourne: duets'],
  ['Duets of Mia Hall', 'Duets of'],
  ['Noah young SMITH and friends', 'and friends'],
  // What is no one's whole name stays: a hall is a hall.
  ['Great Hall', 'Great Hall'],
  ['Young Voices', 'Young Voices'],
  ['Piano, ask mia@family.example', 'Piano, ask'],
  ['Piano, call +43 664 123 45 67', 'Piano, call'],
  ['Grade 1 2026', 'Grade 1 2026'],
  ['Bo Li plays', 'plays'],
])('of “%s” stays “%s”', (text, left) => {
  expect(plain(text, 60)).toBe(left);
});

test('what stands in place of a name is no longer than the text may be', () => {
  expect(plain('Johanna Quick-Meyer', 5)).toBe('Clara');
});
