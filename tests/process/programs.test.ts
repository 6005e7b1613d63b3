import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';

/* A program and the product as `npm start` runs it: what is answered is answered the same after a restart. */

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cadenza-programs-'));
let running: SchoolProcess;
let url: string;
let secret: string;

async function begin() {
  running = spawnSchool({ DATA_DIR });
  url = await running.listening;
}

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};
const json = async (...asked: Parameters<typeof post>) => JSON.parse((await post(...asked)).text);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  await begin();
  const email = 'admin@cadenza.example';
  const account = { email, password: 'Practice!1', returnSecureToken: true };
  const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web';
  const { idToken } = await json(signIn, account);
  await json('/api/users', { email }, bearer(idToken));
  const { token } = await json('/api/jwt', { email }, bearer(idToken));
  const key = { name: 'Website sync', scopes: ['families:read', 'families:write'] };
  secret = (await json('/api/keys', key, bearer(token))).secret;
}, 60_000);
afterAll(async () => {
  await stopSchool(running);
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const add = (name: string) =>
  post('/api/v1/families', { name, learners: [] }, { ...bearer(secret), 'idempotency-key': 'one' });

test('20 at once are one family, and the answer is the same once the school has started again', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => add('Ada Quill')));
  const [first] = all;
  expect(first?.status).toBe(200);
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  await stopSchool(running);
  await begin();
  expect(await add('Ada Quill')).toEqual(first);
  expect((await add('Ada Robinson')).status).toBe(422);
  const names: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const list: string = `${url}/api/v1/families${next && `?cursor=${next}`}`;
    const answer = await fetch(list, { headers: bearer(secret) });
    const page = (await answer.json()) as { items: { name: string }[]; next: string | null };
    names.push(...page.items.map(({ name }) => name));
    next = page.next;
  }
  expect(names.filter((name) => name === 'Ada Quill')).toHaveLength(1);
}, 60_000);
