import { expect, test } from 'vitest';
import { draftOf, firstTyped, nextTyped, termsFrom, typedOf } from './typed-plan.ts';

const plan = {
  _id: 'p1',
  weekday: 7,
  starttime: '16:00',
  minutes: 45,
  everyweeks: 2 as const,
  firstday: '2027-01-12',
  lastday: '2027-03-30',
  roomid: null,
  room: null,
};

test('a plan comes out of the form as it went in', () => {
  const { _id, room, ...fields } = plan;
  expect(draftOf(typedOf(plan, []))).toEqual({ ...fields, weekday: '7', minutes: '45', everyweeks: '2' });
});

test('a room that is no longer in use is not chosen any more', () => {
  const held = { ...plan, roomid: 'r1', room: 'Blue room' };
  expect(typedOf(held, [{ _id: 'r1' }]).roomid).toBe('r1');
  expect(typedOf(held, []).roomid).toBe('');
});

test('a first time has what is left of the term; one more is a day later, and Monday follows Sunday', () => {
  const term = { firstday: '2027-01-11', lastday: '2027-04-02' };
  const first = firstTyped('2026-12-24', term);
  expect(first).toMatchObject({ weekday: '1', ...term });
  expect(firstTyped('2027-02-01', term)).toMatchObject({ ...term, firstday: '2027-02-01' });
  expect(firstTyped('2027-02-01')).toMatchObject({ firstday: '2027-02-01', lastday: '' });
  const second = nextTyped(first);
  expect(second).toEqual({ ...first, key: second.key, weekday: '2' });
  expect(second.key).not.toBe(first.key);
  expect(nextTyped(typedOf(plan, [])).weekday).toBe('1');
});

test('terms that are over are not offered; the one under way comes first', () => {
  const [autumn, spring, past] = [
    { firstday: '2026-09-07', lastday: '2026-12-18' },
    { firstday: '2027-01-11', lastday: '2027-04-02' },
    { firstday: '2026-04-20', lastday: '2026-07-10' },
  ];
  expect(termsFrom([spring, past, autumn], '2026-12-18')).toEqual([autumn, spring]);
});
