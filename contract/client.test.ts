import { expect, test, vi } from 'vitest';
import { ApiError, apiErrorOf } from './client.ts';

const refusal = (status: number) => new ApiError({ status, code: 'internal', detail: 'No.', errors: [] });

test('a refusal is recognised, also one that another copy of the class made', async () => {
  const own = refusal(404);
  expect(apiErrorOf(own)).toBe(own);
  vi.resetModules();
  const copy = await import('./client.ts');
  expect(copy.ApiError).not.toBe(ApiError);
  const foreign = new copy.ApiError({ status: 409, code: 'class-full', detail: 'This class is full.' });
  expect(apiErrorOf(foreign)).toMatchObject({ code: 'class-full', kind: 'refused' });
});

test('no other error is taken for a refusal', () => {
  for (const other of [new Error('No.'), new TypeError('No.'), { name: 'ApiError', status: 404 }, null]) {
    expect(apiErrorOf(other)).toBeUndefined();
  }
});

test.each([
  [0, 'silence'],
  [500, 'silence'],
  [503, 'silence'],
  [401, 'signed-out'],
  [403, 'forbidden'],
  [404, 'missing'],
  [409, 'refused'],
  [429, 'too-many'],
  [400, 'refused'],
])('status %i means %s', (status, kind) => {
  expect(refusal(status).kind).toBe(kind);
});
