import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import { eraseRows } from '#server/features/account/erase-rows.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const write = (slug: string, markdown: string, version: number) =>
  admin.call('PUT', `/texts/${slug}`, { markdown, version });
const read = (slug: string) => school.call('GET', `/texts/${slug}`);
const written = async () =>
  (await school.call('GET', '/texts')).body.map(({ slug }: { slug: string }) => slug);

describe("the school's texts", () => {
  test('what was never written is not there, and what is no text of the school either', async () => {
    for (const slug of ['privacy', 'imprint', '__proto__']) {
      const { status, body } = await read(slug);
      expect([status, body.code]).toEqual([404, 'text-not-found']);
    }
    const { status, body } = await write('imprint', 'Words', 0);
    expect([status, body.code]).toEqual([404, 'text-not-found']);
    expect(await written()).toEqual([]);
  });

  test('begins at version 0, and each change gives the next, shown to everybody at once', async () => {
    expect((await write('privacy', '## What we keep\n\nYour *name*.', 0)).body).toEqual({ version: 1 });
    const first = await read('privacy');
    expect(first.body).toEqual({
      slug: 'privacy',
      title: 'Privacy policy',
      markdown: '## What we keep\n\nYour *name*.',
      html: '<h2>What we keep</h2>\n<p>Your <em>name</em>.</p>\n',
      language: 'en',
      version: 1,
      updatedat: new Date(school.clock.now).toISOString(),
    });
    school.clock.now += 60_000;
    expect((await write('privacy', 'Nothing.', 1)).body).toEqual({ version: 2 });
    const second = await read('privacy');
    expect(second.body).toMatchObject({ html: '<p>Nothing.</p>\n', version: 2 });
    expect(second.body.updatedat).toBe(new Date(school.clock.now).toISOString());
    expect(await written()).toEqual(['privacy']);
  });

  test('saved twice it is the same version', async () => {
    const { body } = await write('about', 'We teach.', 0);
    expect((await write('about', ' We teach. \n', body.version)).body).toEqual({ version: 1 });
  });

  test.each([0, 7])('a version that is not the latest (%i) changes nothing', async (version) => {
    await write('terms', 'Be kind.', 0);
    const { status, body } = await write('terms', 'Be rude.', version);
    expect([status, body.code]).toEqual([409, 'changed-meanwhile']);
    expect((await read('terms')).body.markdown).toBe('Be kind.');
  });

  test('of two admins who save at once one is told that the other did', async () => {
    const other = await school.signIn('admin');
    const both = await Promise.all(
      [admin, other].map((one, at) =>
        one.call('PUT', '/texts/cookies', { markdown: `By admin ${at}`, version: 0 }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.findIndex(({ status }) => status === 200);
    expect((await read('cookies')).body).toMatchObject({ markdown: `By admin ${winner}`, version: 1 });
  });

  test('one that is emptied is gone for everybody but admins, who can write it again', async () => {
    await write('child-protection', 'Every child is safe here.', 0);
    expect(await written()).toContain('child-protection');
    expect((await write('child-protection', ' ', 1)).body).toEqual({ version: 2 });
    expect((await read('child-protection')).status).toBe(404);
    const { body } = await admin.call('GET', '/texts/child-protection');
    expect(body).toMatchObject({ markdown: '', version: 2 });
    expect(await written()).not.toContain('child-protection');
    expect((await write('child-protection', 'Every child is safe here.', 2)).status).toBe(200);
    expect(await written()).toContain('child-protection');
  });

  test.each([
    ['<script>alert(1)</script>', /<script/],
    ['<img src=x onerror=alert(1)>', /<img/],
    ['[go](javascript:alert(1))', /<a /],
    ['[go](data:text/html;base64,PHNjcmlwdD4=)', /<a /],
    ['![x](vbscript:msgbox)', /<img/],
    ['# <b onclick=alert(1)>Title</b>', /<b[ >]/],
    ['[x](https://a.example "\\" onmouseover=\\"alert(1)")', /" onmouseover="/],
    ['`</code><script>alert(1)</script>`', /<script/],
  ])('%s stays text', async (markdown, forbidden) => {
    const { body: before } = await read('privacy');
    await write('privacy', markdown, before.version);
    expect((await read('privacy')).body.html).not.toMatch(forbidden);
  });

  test.each([
    [{ version: 0 }, 'markdown'],
    [{ markdown: 'x'.repeat(100_001), version: 0 }, 'markdown'],
    [{ markdown: 'a\u0000b', version: 0 }, 'markdown'],
    [{ markdown: 'Words', version: -1 }, 'version'],
    [{ markdown: 'Words' }, 'version'],
  ])('%# what cannot be stored is refused by the name of the field', async (body, field) => {
    const answer = await admin.call('PUT', '/texts/about', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  test('a text stays when its author leaves, without the name', async () => {
    const leaving = await school.signIn('admin');
    const { body } = await admin.call('GET', '/texts/about');
    await leaving.call('PUT', '/texts/about', { markdown: 'We teach everyone.', version: body.version });
    await school.call('GET', '/school');
    const { user, email, learnerid } = leaving;
    const person = { _id: user._id, email, learnerid };
    await transact(school.db, (tx) => eraseRows(tx, school.erasing, person, school.clock.now));
    expect((await read('about')).body.markdown).toBe('We teach everyone.');
    const rows = await school.db.selectFrom('texts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(user._id);
  });
});

describe('a text in several languages', () => {
  let bilingual: TestSchool;
  let head: Person;
  beforeAll(async () => {
    bilingual = await openTestSchool();
    head = await bilingual.signIn('admin');
  });
  afterAll(() => bilingual.close());

  type Words = Record<string, { markdown: string }>;
  const speak = async (...languages: string[]) => {
    const { version } = (await bilingual.call('GET', '/school')).body;
    expect((await head.call('PUT', '/school', { version, languages })).status).toBe(200);
  };
  const put = (body: {
    markdown: string;
    version: number;
    language?: string;
    translations?: Words;
    was?: Words;
  }) => head.call('PUT', '/texts/terms', body);
  const get = async (language?: string) => {
    const { body } = await bilingual.call('GET', `/texts/terms${language ? `?language=${language}` : ''}`);
    const { markdown, html, version, language: shown } = body;
    expect(html).toBe(`<p>${markdown}</p>\n`);
    expect(body).not.toHaveProperty('translations');
    return [shown, markdown, version];
  };
  const [EN, DE, FR] = ['Be kind.', 'Seien Sie freundlich.', 'Soyez aimable.'];

  test('is shown in the language that is asked for, or else in the default, and says in which', async () => {
    expect((await put({ markdown: EN, version: 0 })).body).toEqual({ version: 1 });
    await speak('en', 'de');
    expect(await get('de')).toEqual(['en', EN, 1]);
    await put({ markdown: EN, version: 1, translations: { de: { markdown: DE } } });
    expect(await get('de')).toEqual(['de', DE, 1]);
    for (const other of [undefined, 'en', 'fr', 'xx', '__proto__'])
      expect(await get(other)).toEqual(['en', EN, 1]);
  });

  test('stays the version that people agreed to when a translation is added, and is the next when one changes', async () => {
    const { markdown, version } = (await bilingual.call('GET', '/texts/terms')).body;
    const say = (translations: Words) => put({ markdown, version, translations });
    expect((await say({ fr: { markdown: FR } })).body).toEqual({ version });
    expect((await say({ de: { markdown: DE }, fr: { markdown: FR } })).body).toEqual({ version });
    const rows = bilingual.db.selectFrom('texts').selectAll().where('slug', '=', 'terms');
    expect(await rows.execute()).toHaveLength(1);
    expect((await say({ de: { markdown: 'Freundlich!' } })).body).toEqual({ version: version + 1 });
    expect(await get('de')).toEqual(['de', 'Freundlich!', version + 1]);
    const [agreed] = await rows.where('version', '=', version).execute();
    expect(JSON.parse(agreed?.translations ?? '')).toEqual({ de: { markdown: DE }, fr: { markdown: FR } });
  });

  test('loses a translation that is emptied, and keeps those that are not named', async () => {
    const { version } = (await bilingual.call('GET', '/texts/terms')).body;
    expect((await put({ markdown: EN, version, translations: { de: { markdown: ' ' } } })).body).toEqual({
      version: version + 1,
    });
    expect(await get('de')).toEqual(['en', EN, version + 1]);
    expect((await head.call('GET', '/texts/terms')).body).toMatchObject({
      language: 'en',
      translations: { fr: { markdown: FR } },
    });
  });

  test('of two admins who translate it at once the second is told', async () => {
    const { version } = (await bilingual.call('GET', '/texts/terms')).body;
    const say = (markdown: string) =>
      put({ markdown: EN, version, translations: { de: { markdown } }, was: { de: { markdown: '' } } });
    const answers = await Promise.all([say('Eins.'), say('Zwei.')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'Eins.' : 'Zwei.';
    expect(await get('de')).toEqual(['de', winner, version]);
  });

  test('is in the language that it was written in, whichever becomes the default', async () => {
    await speak('de', 'en');
    expect((await get())[0]).toBe('de');
    expect((await get('en')).slice(0, 2)).toEqual(['en', EN]);
    await speak('fr', 'en');
    expect((await get()).slice(0, 2)).toEqual(['fr', FR]);
    await head.call('PUT', '/texts/cookies', { markdown: 'Des biscuits.', version: 0 });
    await speak('en');
    expect((await bilingual.call('GET', '/texts/cookies')).body).toMatchObject({ language: 'en' });
    await speak('en', 'fr');
    expect((await bilingual.call('GET', '/texts/cookies')).body).toMatchObject({ language: 'fr' });
  });

  test('is written in the language in which it is shown, where none is named', async () => {
    await speak('en', 'de');
    const translations = { de: { markdown: DE } };
    await head.call('PUT', '/texts/privacy', { markdown: EN, version: 0, translations });
    await speak('de');
    await head.call('PUT', '/texts/privacy', { markdown: 'Freundlich!', version: 1 });
    await speak('en', 'de');
    expect((await head.call('GET', '/texts/privacy')).body).toMatchObject({
      markdown: EN,
      translations: { de: { markdown: 'Freundlich!' } },
    });
  });

  test('that no other language follows is in the one that it names, once the school offers that again', async () => {
    const write = (version: number, body: object = {}) =>
      head.call('PUT', '/texts/absence', { markdown: FR, version, ...body });
    const read = async () => (await head.call('GET', '/texts/absence')).body;
    await speak('fr', 'en');
    await write(0, { language: 'fr' });
    await speak('en', 'de');
    expect((await read()).language).toBe('en');
    const german = (markdown: string) => ({ translations: { de: { markdown } } });
    expect((await write(1, { language: 'en', ...german(DE) })).body).toEqual({ version: 1 });
    expect((await write(1, german('Freundlich!'))).body).toEqual({ version: 2 });
    await speak('en', 'de', 'fr');
    expect(await read()).toMatchObject({ language: 'fr', markdown: FR });
    await speak('en', 'de');
    expect((await write(2, { markdown: EN })).body).toEqual({ version: 3 });
    await speak('en', 'de', 'fr');
    expect(await read()).toMatchObject({ language: 'en', markdown: EN });
    await head.call('PUT', '/texts/absence', { markdown: '', version: 3 });
    await speak('en', 'de');
  });

  test('says nothing in any language once it is taken down, and begins anew', async () => {
    await head.call('PUT', '/texts/privacy', { markdown: '', version: 2 });
    expect((await bilingual.call('GET', '/texts/privacy?language=de')).status).toBe(404);
    await head.call('PUT', '/texts/privacy', { markdown: EN, version: 3 });
    expect((await bilingual.call('GET', '/texts/privacy?language=de')).body).toMatchObject({
      language: 'en',
    });
  });

  test('says which language of a school of 0.2.0 it is in: its default', async () => {
    const kept = { slug: 'about', version: 1, markdown: 'Seit 1999.', authorid: null, updatedat: 1 } as const;
    await bilingual.db.insertInto('texts').values(kept).execute();
    await speak('de');
    expect((await bilingual.call('GET', '/texts/about')).body).toMatchObject({ language: 'de' });
  });

  test.each([
    [{ language: 'xx' }, 'language'],
    [{ translations: { xx: { markdown: 'Words' } } }, 'translations'],
    [{ translations: { de: { markdown: 'a\u0000b' } } }, 'translations.de.markdown'],
    [{ translations: { de: 'Words' } }, 'translations.de'],
  ])('%j is refused by the name of the field', async (fields, field) => {
    const answer = await head.call('PUT', '/texts/absence', { markdown: 'Words', version: 0, ...fields });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ field }]]);
  });
});
