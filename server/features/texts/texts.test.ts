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
