import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { type Config, ConfigError } from './config/config.ts';
import { Secret } from './config/secret.ts';
import { seedSchool } from './database/seed/seed.ts';
import { expandPlans } from './features/lessons/index.ts';
import { prepareSchool } from './prepare-school.ts';

const HEAD = { email: 'head@test.example', password: 'Practice!1' };
let school: TestSchool;
let production: Config;

beforeEach(async () => {
  school = await openTestSchool();
  production = {
    ...school.config,
    isDemo: false,
    admin: { ...HEAD, password: new Secret(HEAD.password) },
  };
});
afterEach(() => school.close());

async function post(path: string, body: object, token?: string) {
  const answer = await school.app.inject({
    method: 'POST',
    url: path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload: body,
  });
  return answer.json();
}

const accounts = (call: string) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${school.config.identity.apiKey}`;

/** Registers an address at the identity service and signs in to the school with it. */
async function register(password: string) {
  const { idToken } = await post(accounts('signUp'), { email: HEAD.email, password });
  const signIn = () => post('/api/users', { email: HEAD.email }, idToken);
  return { signIn };
}

const roles = async () => await school.db.selectFrom('users').select(['email', 'role']).execute();

test('ADMIN_EMAIL is the first admin, however often the school starts', async () => {
  await prepareSchool(production, school);
  await prepareSchool(production, school);
  expect(await roles()).toEqual([{ email: HEAD.email, role: 'admin' }]);
});

test('somebody who registered ADMIN_EMAIL under another password does not become an admin', async () => {
  const stranger = await register('Stranger!1');
  await expect(prepareSchool(production, school)).rejects.toThrow(ConfigError);
  expect((await stranger.signIn()).data.role).toBe('student');
  await expect(prepareSchool(production, school)).rejects.toThrow(/ADMIN_EMAIL/);
  expect((await stranger.signIn()).data.role).toBe('student');
});

test('who registered ADMIN_EMAIL under its own password becomes an admin', async () => {
  const head = await register(HEAD.password);
  await head.signIn();
  await prepareSchool(production, school);
  expect((await head.signIn()).data.role).toBe('admin');
});

test('a demo school does not open in production, and a real one not as a demo', async () => {
  await seedSchool({
    db: school.db,
    now: () => school.clock.now,
    createAccount: async ({ email }) => email,
    expandPlans,
    makeSchool: async () => {},
  });
  await expect(prepareSchool(production, school)).rejects.toThrow(/demo school/);
});

test('a new demo speaks three languages in its own words; one of before has English alone', async () => {
  const read = async (path: string) => (await school.call('GET', path)).body;
  await prepareSchool(school.config, school);
  expect(await read('/school')).toMatchObject({
    languages: ['en', 'de', 'fr'],
    welcome: {
      title: 'Music is learnt by playing it',
      language: 'en',
      translations: {
        de: { title: 'Musik lernt man beim Spielen' },
        fr: { title: 'La musique s’apprend en jouant' },
      },
    },
  });
  for (const [language, says] of [
    ['en', 'When a teacher is ill'],
    ['de', 'Wenn eine Lehrkraft krank ist'],
    ['fr', 'Si un professeur est malade'],
  ]) {
    const { html, ...text } = await read(`/texts/absence?language=${language}`);
    expect(text).toMatchObject({ language });
    expect(html).toContain(says);
  }

  await school.db.updateTable('school').set({ languages: null, welcome: null }).execute();
  await prepareSchool(school.config, school);
  const { welcome, languages } = await read('/school');
  expect([welcome, languages]).toEqual([undefined, ['en']]);
});

test('the demo adds nobody to a real school', async () => {
  await school.signIn('student');
  for (const table of ['school', 'facts'] as const) await school.db.deleteFrom(table).execute();
  await expect(prepareSchool(school.config, school)).rejects.toThrow(/hold a school already/);
  expect(await roles()).toHaveLength(1);
  // Nor does it say anything of it, which the real one would show.
  for (const table of ['school', 'facts'] as const)
    expect(await school.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
