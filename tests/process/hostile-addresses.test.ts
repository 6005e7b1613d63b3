import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import routes from '#web/routes.ts';

/*
 * Every page with what no link ever leads to: each is answered, and never as a fault of the school. A new
 * line of web/routes.ts is in it by itself.
 */

/** As they stand in an address. */
const PIECES = [
  '%00',
  '%0a',
  '%0d%0aset-cookie:x',
  '%09',
  '%1b',
  '%7f',
  '%e2%80%ae',
  '%ef%bf%bf',
  '%ed%a0%80',
  '%ff',
  '%',
  '%zz',
  '%2e%2e%2f%2e%2e%2f',
  '%5c..%5c',
  '%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  '%27%20or%201=1--',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%7B%22$gt%22:%22%22%7D',
  '%F0%9F%8E%B5',
  'e%CC%81'.repeat(20),
  '-1',
  '1e309',
  'a'.repeat(300),
  '%25%2500%2525',
];

/** The addresses of pages, with their parameters as `:name`. */
function pathsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [own || '/', ...pathsOf(children, own)];
  });
}

const PATHS = [...new Set(pathsOf(await routes))];

const folder = mkdtempSync(join(tmpdir(), 'cadenza-hostile-'));
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let school: SchoolProcess;
let port: number;

beforeAll(async () => {
  school = spawnSchool({ DATA_DIR: folder });
  port = Number(new URL(await school.listening).port);
});
afterAll(async () => {
  agent.destroy();
  await stopSchool(school);
  rmSync(folder, { recursive: true, force: true });
});

/** Asks in exactly these words: `fetch` would tidy them up. */
async function statusOf(path: string, host = `localhost:${port}`): Promise<number> {
  const asked = request({ agent, port, path, headers: { host } });
  asked.end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

/**
 * A path with the piece in each of its parameters, or below it where it has none, and as what it may be
 * narrowed to.
 */
const hostile = (path: string, piece: string): string[] => {
  const filled = path.replace(/:\w+\??|\*/g, piece);
  return filled === path
    ? [`${path.replace(/\/$/, '')}/${piece}`, `${path}?q=${piece}&after=${piece}`]
    : [filled];
};

test('the pages are those of the school', () => {
  expect(PATHS.length).toBeGreaterThan(60);
  expect(PATHS).toContain('/classes/:id/qr.svg');
  expect(PATHS).toContain('/admin/families/:userid');
});

test.each(PATHS)('%s', async (path) => {
  const asked = PIECES.flatMap((piece) => hostile(path, piece)).flatMap((one) => [
    one,
    one.includes('?') ? one.replace('?', '.data?') : `${one}.data`,
  ]);
  const answers = await Promise.all(asked.map(async (one) => ({ one, status: await statusOf(one) })));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // What is no page, and what a page does not have, is said so.
  const shown = answers.filter(
    ({ one, status }) => status === 200 && path.includes('/:id') && !one.includes('?'),
  );
  if (!/^\/(admin|instructor|student)\//.test(path)) expect(shown).toEqual([]);
});

describe('under a host that is none', () => {
  const HOSTS = [
    'localhost:99999',
    'localhost:',
    '[::1',
    'a b',
    'localhost:0x50',
    '[::1]:99999',
    'a'.repeat(300),
  ];
  const query = 'provider=google.com&state=state-of-the-opener&apiKey=x';
  const OTHERS = [
    `/identity/popup?${query}`,
    '/identity/callback?code=x',
    '/',
    '/classes',
    '/api/school',
    '/config.json',
  ];
  test.each(HOSTS)('%s', async (host) => {
    const answers = await Promise.all(
      OTHERS.map(async (path) => ({ path, status: await statusOf(path, host) })),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});
