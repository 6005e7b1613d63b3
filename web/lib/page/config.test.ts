import { afterEach, expect, inject, test, vi } from 'vitest';
import { refreshConfig } from './config.ts';

const config = inject('clientConfig');

const answers = (answer: Response | Error) =>
  vi.stubGlobal('fetch', () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)));

afterEach(() => vi.unstubAllGlobals());

test('what the server says of the school takes the place of what it said before', async () => {
  window.cadenza = config;
  const next = { ...config, school: { ...config.school, name: 'Reed & Bow' } };
  answers(Response.json(next));
  expect(await refreshConfig()).toEqual(next);
  expect(window.cadenza).toEqual(next);
});

test.each([
  ['a refusal', () => Response.json({ code: 'unavailable' }, { status: 503 })],
  ['half an answer', () => new Response('{"school":')],
  ['a lost connection', () => new TypeError('Failed to fetch')],
])('%s leaves it as it was', async (_, answer) => {
  window.cadenza = config;
  answers(answer());
  expect(await refreshConfig()).toBe(config);
  expect(window.cadenza).toBe(config);
});
