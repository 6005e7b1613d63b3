import { expect, test } from 'vitest';
import * as z from 'zod';
import { AdminClass } from '#contract/classes/answers.schema.ts';
import { pageOf } from '#contract/primitives.schema.ts';
import { selectionEndpoints } from '#contract/selections/schema.ts';
import { compileAnswer, encodeInTurns, encoderOf } from './encode-answers.ts';

const stored = {
  _id: 'c-1',
  classname: 'Violin',
  image: '/art/violin-480.webp',
  price: 5950,
  instructorid: 'u-1',
  instructorname: 'Clara',
  instructoremail: 'clara@test.example',
  availableseat: 3,
  heldseats: 1,
  enrolledstudents: 4,
  capacity: 8,
  status: 'approved',
  feedback: null,
  level: 'Beginner',
  group: 'Kids',
  description: '',
  createdat: Date.UTC(2026, 8, 1),
  changedat: Date.UTC(2026, 8, 2),
  ofwishes: 1,
  approvedas: JSON.stringify({
    classname: 'Violin',
    image: '/art/violin-480.webp',
    price: 5950,
    level: 'Beginner',
    group: 'Kids',
    description: '',
    capacity: 8,
  }),
  meets: JSON.stringify({
    plans: [{ weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1 }],
    firstday: '2026-09-08',
    lastday: '2026-12-15',
    lessons: 12,
  }),
  instrumentids: 'i-1,i-2',
  version: 3,
} as const;

test.each([
  ['a class', AdminClass, stored],
  [
    'a class that was never approved',
    AdminClass,
    { ...stored, approvedas: null, changedat: null, meets: null },
  ],
  ['a page', pageOf(AdminClass), { items: [stored, stored], previous: null, next: 'c-2', total: 2 }],
  ['what is left out', z.object({ note: z.string().optional() }), {}],
  ['one of two shapes', selectionEndpoints.selectClass.schema.response[200], { message: 'exist' }],
] as const)('%s is answered as zod would encode it', (_, schema, value) => {
  expect(encoderOf(schema)(value)).toEqual(z.encode(schema as z.ZodType, value));
});

test('parts that schemas share have one encoder, made when it is first used', () => {
  let read = 0;
  const seats = z.object({
    get seats() {
      read++;
      return z.number();
    },
  });
  const [one, list] = [seats, z.array(seats)].map((schema) =>
    compileAnswer({ schema, method: 'GET', url: '/seats', httpStatus: '200' }),
  );
  expect(read).toBe(0);
  expect([one?.({ seats: 2 }), list?.([{ seats: 3 }])]).toEqual(['{"seats":2}', '[{"seats":3}]']);
  expect(encoderOf(seats)).toBe(encoderOf(seats));
  expect(read).toBe(1);
});

test('what the schema does not name never leaves the school', () => {
  expect(encoderOf(AdminClass)(stored)).not.toHaveProperty('heldseats');
  expect(encoderOf(z.array(AdminClass))([stored])).not.toHaveProperty('0.heldseats');
});

test.each([
  ['missing', { ...stored, classname: undefined }, 'classname: Expected a string.'],
  ['of another kind', { ...stored, price: '59.5' }, 'price: Expected a number.'],
  ['none of the words', { ...stored, status: 'gone' }, /status: Expected one of/],
])('an answer with a field that is %s is a fault, told by its call', (_, value, said) => {
  const answer = compileAnswer({
    schema: z.object({ item: AdminClass }),
    method: 'GET',
    url: '/classes',
    httpStatus: '200',
  });
  const fault = expect.objectContaining({
    message: 'The answer of GET /classes does not fit its schema.',
    cause: expect.objectContaining({ message: expect.stringMatching(said) }),
  });
  expect(() => answer({ item: value })).toThrow(fault);
});

test('a long answer is the same text written an item at a time, with turns for others in between', async () => {
  const Long = z.object({
    classes: z.array(AdminClass),
    more: z.array(z.string()).optional(),
    note: z.string().optional(),
    count: z.number(),
  });
  const answer = { classes: Array.from({ length: 20_000 }, () => stored), count: 20_000, unnamed: 1 };
  let turns = 0;
  const others = setInterval(() => turns++);
  const bytes = await encodeInTurns(Long, answer);
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
  expect(bytes.toString()).toBe(JSON.stringify(encoderOf(Long)(answer)));
  await expect(encodeInTurns(Long, { classes: [] })).rejects.toThrow('number');
});
