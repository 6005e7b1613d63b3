import { expect, test } from 'vitest';
import { movePiece, placeBeside } from './move-piece.ts';

const piecesOf = (letters: string) => [...letters].map((_id) => ({ _id, own: _id === _id.toLowerCase() }));
const after = (letters: string, id: string, to: number) =>
  movePiece(piecesOf(letters), id, to)
    .map(({ _id }) => _id)
    .join('');

test('a piece goes to any place', () => {
  expect(after('abcd', 'a', 2)).toBe('bcad');
  expect(after('abcd', 'd', 0)).toBe('dabc');
  expect(after('abcd', 'b', 1)).toBe('abcd');
  expect(after('abcd', 'b', 9)).toBe('acdb');
});

test('pieces of others stay where they are', () => {
  expect(after('aXbYc', 'a', 2)).toBe('bXaYc');
  expect(after('aXbYc', 'a', 3)).toBe('bXaYc');
  expect(after('aXbYc', 'c', 1)).toBe('aXcYb');
  expect(after('aXbYc', 'X', 0)).toBe('aXbYc');
  expect(after('Xa', 'a', 0)).toBe('Xa');
});

test('a step is to the next own place', () => {
  const pieces = piecesOf('aXbY');
  expect(placeBeside(pieces, 'a', 1)).toBe(2);
  expect(placeBeside(pieces, 'b', -1)).toBe(0);
  expect(placeBeside(pieces, 'b', 1)).toBeUndefined();
  expect(placeBeside(pieces, 'a', -1)).toBeUndefined();
});
