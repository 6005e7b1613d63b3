import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Call } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { countTurns } from '#tests/support/count-turns.ts';
import { sendList } from './send-list.ts';

const Item = z.object({ name: z.string() });
const pagedBy: Call = { method: 'GET', url: '/things/page', config: { access: 'everyone' } };

let app: FastifyInstance;
let read = 0;
/** How many batches there are, of so many rows, with names of so many letters. */
let list: [batches: number, rows: number, letters: number];

beforeEach(() => {
  read = 0;
  app = fastify();
  handleErrors(app);
  async function* batches() {
    const [count, rows, letters] = list;
    for (; read < count; read++)
      yield Array.from({ length: rows }, () => ({ name: 'x'.repeat(letters), secret: 'y' }));
  }
  app.get('/', { schema: { pagedBy } }, (_request, reply) => sendList(reply, Item, batches()));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

test('a list is what its schema names of each row, however many batches it comes in', async () => {
  for (const [batches, rows] of [
    [0, 0],
    [1, 0],
    [1, 3],
    [3, 2],
  ] as const) {
    list = [batches, rows, 2];
    read = 0;
    const answer = await app.inject('/');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual(Array.from({ length: batches * rows }, () => ({ name: 'xx' })));
  }
});

test.each([
  ['one batch', 1, 500],
  ['many', 1000, 50],
])(
  'a list of more than 5 MB in %s is refused, with the call that gives its pages',
  async (_, count, rows) => {
    list = [count, rows, 20_000];
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'too-many-rows',
      detail: expect.stringContaining('GET /api/things/page'),
    });
    // Nothing is read in vain.
    expect(read).toBeLessThan(10);
  },
);

test('whole lists name the call that gives their pages, which there is', () => {
  const all = Object.values(endpoints) as { method: string; url: string; schema: { pagedBy?: Call } }[];
  const paged = all.flatMap(({ schema }) => schema.pagedBy ?? []);
  expect(paged.length).toBeGreaterThan(8);
  for (const { method, url } of paged)
    expect(all.filter((one) => one.method === method && one.url === url)).toHaveLength(1);
});

test('while 100 000 rows go out, the event loop gets a turn every ten milliseconds', async () => {
  const turns = countTurns();
  list = [200, 500, 20];
  const answer = await app.inject('/');
  expect(answer.json()).toHaveLength(100_000);
  expect(await turns.end()).toBeGreaterThan(100_000 / 25);
});
