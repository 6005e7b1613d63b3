import fastify from 'fastify';
import { expect, test } from 'vitest';
import { language, t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { handleErrors } from './error-handler.ts';
import { AppError } from './errors.ts';
import { acceptedLanguage, speakLanguages } from './languages.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at;q=0.5', 'de'],
  ['fr;q=0.2, de;q=0.8', 'de'],
  ['es, fr;q=0.9, de;q=0.9', 'fr'],
  ['es', 'en'],
  ['es, *;q=0.5, de;q=0.1', 'en'],
  ['de;q=0, fr;q=0.001', 'fr'],
  ['de;q=0', 'en'],
  ['en, de', 'de'],
  ['de-DE-1996', 'de'],
  ['deu', 'en'],
  ['en-XA', 'en'],
  ['-,;=,q=1;;', 'en'],
  ['de;q=many, fr', 'fr'],
])('who accepts %j is answered in %s', (header, code) => {
  expect(acceptedLanguage(header, ['de', 'fr'])).toBe(code);
});

/** A school of two languages, with what tells the language of now at each step of a call. */
function open(readSchool: () => Promise<SchoolNow>) {
  const app = fastify();
  handleErrors(app);
  speakLanguages(app, { readSchool, hasPseudoLanguages: false });
  const steps: string[] = [];
  for (const hook of ['preParsing', 'preHandler', 'onSend', 'onResponse'] as const)
    app.addHook(hook, async () => void steps.push(`${hook} ${language()}`));
  app.post('/call', async (request) => {
    await new Promise(setImmediate);
    if ((request.body as { fails?: boolean }).fails)
      throw new AppError('not-found', { detail: () => t('classes.about_class') });
    return { handler: language(), request: request.language, words: t('classes.about_class') };
  });
  app.get('/*', { config: { isPage: true } }, async () => language());
  return { app, steps };
}

const german = async () => ({ name: 'Musikschule', languages: ['en', 'de'] }) as unknown as SchoolNow;
const inGerman = { 'accept-language': 'de-CH, en;q=0.5' };

test('a call is in the language that it asks for, from its first hook to its last, its body and its refusal too', async () => {
  const { app, steps } = open(german);
  const call = (payload: object | string, headers = inGerman) =>
    app.inject({
      method: 'POST',
      url: '/call',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await call({})).json()).toEqual({ handler: 'de', request: 'de', words: 'Über diesen Kurs' });
  expect(steps).toEqual(['preParsing de', 'preHandler de', 'onSend de', 'onResponse de']);
  expect((await call({ fails: true })).json().detail).toBe('Über diesen Kurs');
  expect((await call({ text: 'x'.repeat(100_000) })).json()).toMatchObject({ handler: 'de' });
  expect((await call({}, { 'accept-language': 'fr' })).json()).toMatchObject({ handler: 'en' });
});

test('many at once are each in their own', async () => {
  const { app } = open(german);
  const asked = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 'de' : 'en'));
  const answers = await Promise.all(
    asked.map((code) =>
      app.inject({ method: 'POST', url: '/call', payload: {}, headers: { 'accept-language': code } }),
    ),
  );
  expect(answers.map((answer) => answer.json().handler)).toEqual(asked);
});

test('a page is in the language of its address, whatever its reader’s browser asks for', async () => {
  const { app } = open(german);
  const at = async (url: string) => (await app.inject({ url, headers: inGerman })).body;
  expect(await at('/classes')).toBe('en');
  expect(await at('/de/classes')).toBe('de');
  expect(await at('http://evil.example/de')).toBe('de');
});

test('where the school cannot be read, what is said of it is English', async () => {
  const { app } = open(async () => {
    throw new AppError('database-unavailable');
  });
  const answer = await app.inject({ method: 'POST', url: '/call', payload: {}, headers: inGerman });
  expect(answer.json()).toMatchObject({ handler: 'en' });
});
