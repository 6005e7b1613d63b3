import { expect, test } from 'vitest';
import { editText } from './edit-text.ts';

test('a text is edited wherever the words stand, and only there', () => {
  const edits = [
    [' mark', ''],
    ['<a', '<b'],
  ] as const;
  expect(editText('<a mark><a mark mark>“a mar', edits)).toBe('<b><b>“a mar');
  expect(editText('nothing', edits)).toBe('nothing');
});

test('of two edits that meet the one that begins first is made', () => {
  const edits = [
    [' mark', ''],
    ['<a mark x', '<c'],
  ] as const;
  expect(editText('<a mark x mark><a mark>', edits)).toBe('<c><a>');
});
