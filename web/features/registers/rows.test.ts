import { expect, test } from 'vitest';
import type { Register, RegisterRow } from '#contract/registers/calls.ts';
import type { WaitingMark } from './kept.ts';
import { momentsOf, presentLesson, rowsOf } from './rows.ts';

const row = (learnerid: string, more: Partial<RegisterRow> = {}): RegisterRow => ({
  learnerid,
  learnername: learnerid,
  state: null,
  notice: false,
  words: null,
  teachernote: null,
  guest: false,
  trial: false,
  markedat: null,
  version: 0,
  ...more,
});
const register = (rows: RegisterRow[]) => ({ lesson: { _id: 'lesson' }, rows }) as Register;
const mark = (learnerid: string, more: Partial<WaitingMark> = {}): WaitingMark => ({
  id: learnerid,
  userid: 'me',
  lessonid: 'lesson',
  learnerid,
  state: 'late',
  markedat: Date.parse('2026-11-27T16:00:00Z'),
  ...more,
});
const shown = (rows: RegisterRow[], marks: WaitingMark[], replaced: string[] = []) =>
  rowsOf(register(rows), { marks, userid: 'me', replaced: new Set(replaced) });

test('what was marked here shows at once, until something newer is known', () => {
  const [newer, older] = ['2026-11-27T16:01:00Z', '2026-11-27T15:59:00Z'];
  const rows = [
    row('ana', { state: 'present', markedat: older }),
    row('ben', { state: 'present', markedat: newer }),
  ];
  expect(shown(rows, [mark('ana'), mark('ben')], ['ben'])).toMatchObject([
    { state: 'late', isWaiting: true, isReplaced: false },
    { state: 'present', isWaiting: false, isReplaced: true },
  ]);
});

test('a mark is later than all that is known of its student, though the clock seems to have gone back', () => {
  const [before, waiting] = ['2026-11-27T16:02:00Z', '2026-11-27T16:03:00Z'].map((at) => Date.parse(at));
  const now = Date.parse('2026-11-27T16:01:00Z');
  const rows = [row('ana', { state: 'absent', markedat: '2026-11-27T16:02:00Z' }), row('ben'), row('cleo')];
  const marks = [
    mark('ben', { markedat: waiting }),
    mark('cleo', { markedat: waiting, userid: 'other' }),
    mark('cleo', { markedat: waiting, lessonid: 'other' }),
  ];
  const momentOf = momentsOf({ lessonid: 'lesson', rows, marks, userid: 'me', now });
  expect(['ana', 'ben', 'cleo'].map(momentOf)).toEqual([Number(before) + 1, Number(waiting) + 1, now]);
});

test('marks of another account, of another lesson and those that were not taken do not show', () => {
  const marks = [
    mark('ana', { userid: 'other' }),
    mark('ana', { lessonid: 'other' }),
    mark('ana', { refused: 'x' }),
  ];
  expect(shown([row('ana')], marks)).toMatchObject([{ state: null, isWaiting: false }]);
});

test('students whose family gave notice come first, and stay there once they are marked', () => {
  const rows = [
    row('ana'),
    row('ben', { notice: true, state: 'absent' }),
    row('cleo', { notice: true, state: 'notice' }),
  ];
  expect(shown(rows, []).map(({ learnerid, state }) => [learnerid, state])).toEqual([
    ['ben', 'absent'],
    ['cleo', null],
    ['ana', null],
  ]);
});

test('the lesson that is on or about to begin is open, else the next, else the last', () => {
  const at = (from: string, to: string, state = 'planned') => ({
    startsat: `2026-11-27T${from}Z`,
    endsat: `2026-11-27T${to}Z`,
    state,
  });
  const day = [at('14:00', '15:00'), at('15:00', '16:00', 'cancelled'), at('17:00', '18:00')];
  const open = (time: string) =>
    day.indexOf(presentLesson(day, Date.parse(`2026-11-27T${time}Z`)) ?? at('', ''));
  expect(['13:00', '14:30', '15:30', '16:50', '19:00'].map(open)).toEqual([0, 0, 2, 2, 2]);
  expect(presentLesson([], 0)).toBeUndefined();
});

test('a student of whom nothing changed is the same object as before', () => {
  const rows = [row('ana'), row('ben')];
  const [ana, ben] = shown(rows, []);
  const marked = shown(rows, [mark('ana')]);
  expect(marked[0]).not.toBe(ana);
  expect(marked[1]).toBe(ben);
  expect(shown(rows, [mark('ana')])[0]).toBe(marked[0]);
});
