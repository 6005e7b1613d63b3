import { expect, test } from 'vitest';
import * as z from 'zod';
import { callsOfScreens } from '#bench/measure/role-calls.ts';
import type { Things } from '#bench/measure/schools.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';

/* What `npm run bench -- size` asks of a small and a large school. */

const one = 'one';
const THINGS: Things = {
  student: one,
  instructor: one,
  admin: one,
  class: one,
  enrolment: one,
  lastMonth: '2026-10',
  place: one,
  openClass: one,
  learnerid: one,
  room: one,
  monday: '2026-11-23',
  sunday: '2026-11-29',
  lesson: one,
  attending: one,
  family: one,
  teacherid: one,
  post: one,
  ownClass: one,
  ownPost: one,
  message: one,
  invoice: one,
  recital: one,
  review: one,
};

test('each read of a screen is measured as each role that may make it, with what its path and query need', () => {
  const calls = callsOfScreens();
  for (const { name = '', path } of calls) {
    const url = name.split(',')[0] ?? '';
    const [said = '', query] = (path(THINGS) ?? url).split('?');
    if (path(THINGS))
      expect(said, name).toBe(
        url
          .replaceAll(/:\w+/g, one)
          .replace('texts/one', 'texts/absence')
          .replace('reviews/one', 'reviews/class'),
      );
    const endpoint = Object.values<Endpoint>(endpoints).find((of) => of.method === 'GET' && of.url === url);
    const asked = Object.fromEntries(new URLSearchParams(query));
    if (endpoint?.schema.querystring)
      expect(z.safeParse(endpoint.schema.querystring, asked).error, name).toBeUndefined();
  }
  const names = calls.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      '/today, admin',
      '/week, student',
      '/week, instructor',
      '/attendance/:id, student',
    ]),
  );
  // Who may not read is not asked as, and a file is no page.
  expect(names).not.toContain('/today, student');
  expect(names.filter((name) => /csv|pdf|ics/.test(name ?? ''))).toEqual([]);
});
