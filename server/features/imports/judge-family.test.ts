import { afterEach, expect, test, vi } from 'vitest';
import { countTurns } from '#tests/support/count-turns.ts';
import { judgeFamily, judgeFamilyInTurns } from './judge-family.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const LINES = 2000;
/** A file with one address in all its lines. */
const family = {
  entries: Array.from({ length: LINES }, (_, at) => ({
    line: at + 2,
    child: 1,
    email: 'ana@family.example',
    parentname: 'Ana Costa',
    phone: '',
    note: '',
    class: '',
    term: '',
    teacher: '',
    pays: '',
    firstname: `Rui ${at % 1500}`,
    lastname: 'Costa',
    born: '2015-04-03',
  })),
  account: undefined,
  elsewhere: () => undefined,
  grownUpSince: '2008-01-01',
};

test('a family of thousands of lines is judged while others are answered', async () => {
  const turns = countTurns();
  const judged = await judgeFamilyInTurns(family);
  expect(await turns.end()).toBeGreaterThan(LINES / 20 - 10);
  expect(judged).toEqual(judgeFamily(family));
});

test('each line is compared with the children of its name alone, not with all of them', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  judgeFamily(family);
  // Parent and child of a line, as it is looked up, compared with the account and added.
  expect(normalize.mock.calls.length).toBeLessThan(8 * LINES);
});
