import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MARKDOWN_MAX } from '#contract/markdown/calls.ts';
import { readConfig } from '#server/config/config.ts';
import { schoolPictures } from '#server/config/school-pictures.ts';
import { keepLast, markdownRenderer } from '#server/markdown/render-markdown.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const rendererOf = (env: Record<string, string>) =>
  markdownRenderer({ isSchoolPicture: schoolPictures(readConfig({ DATA_DIR: '/x', ...env })) });
const render = rendererOf({});
const stored = `/i/${'a'.repeat(64)}`;

describe('a text in Markdown', () => {
  test.each([
    ['HTML', '<script>alert(1)</script> <img src=x onerror=alert(1)> <svg/onload=alert(1)>'],
    [
      'a link with a script',
      '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](&#106;avascript:alert(1))',
    ],
    [
      'a link to what is no address',
      '[a](data:text/html,x) [b](vbscript:x) [c](file:///etc/passwd) <blob:x>',
    ],
    [
      'a link that adds receivers to a mail',
      '[a](mailto:odd@x.example?bcc=spy@x.example) [b](mailto:a@x.example?subject=Hello&cc=spy@x.example) [c](mailto:a@x.example,spy@x.example)',
    ],
    ['a link by reference', '[a]\n\n[a]: javascript:alert(1)'],
    ['a picture that stands in the text itself', '![a](data:image/png;base64,AAAA)'],
    ['a picture of another site', '![a](https://tracker.example/p.png) ![b](//tracker.example/p.png)'],
  ])('shows %s as text', (_, text) => {
    expect(render(text)).not.toMatch(/<(?!\/?p>|br)/);
  });

  test('shows the school’s own pictures, in the width of the screen, with their words and their room', () => {
    expect(render(`![A "cello" <b>](${stored}.webp#1200x800)`)).toBe(
      `<p><img src="${stored}.webp" srcset="${stored}-400.webp 400w, ${stored}-800.webp 800w, ${stored}.webp 1600w" ` +
        'sizes="(min-width: 48rem) 42rem, 92vw" alt="A &quot;cello&quot; &lt;b&gt;" width="1200" height="800" ' +
        'loading="lazy" decoding="async"></p>\n',
    );
  });

  test.each([
    [{ IMAGES_UPLOAD_URL: 'https://i.host.example/1/upload?key=k' }],
    [
      {
        IMAGES_UPLOAD_URL: 'https://api.host.example/1/upload?key=k',
        IMAGES_ORIGINS: 'https://old.example, https://i.host.example',
      },
    ],
  ])('shows pictures of the host that the school uploads to, and of no other: %j', (env) => {
    const text =
      '![a](https://i.host.example/p.png) ![b](http://i.host.example/p.png) ![c](data:image/png;base64,A) ' +
      '![d](https://i.host.example.evil.example/p.png) ![e](https://i.host.example@evil.example/p.png) ![f](http://127.0.0.1:22/)';
    expect(rendererOf(env)(text).match(/<img/g)).toHaveLength(1);
  });

  test('shows pictures of imgbb where imgbb keeps them', () => {
    const imgbb = rendererOf({ IMAGES_UPLOAD_URL: 'https://api.imgbb.com/1/upload?key=k' });
    expect(imgbb('![a](https://i.ibb.co/x/p.png)')).toContain('<img');
  });

  test('links to other sites, mailboxes, telephones and places of the school', () => {
    const text =
      '[a](https://x.example) [b](mailto:a@x.example?subject=Hello) [c](tel:+49) [d](/classes) [e](#x) [f](news) [g](?q=a:b)';
    expect(render(text).match(/<a href=/g)).toHaveLength(7);
  });

  test('has no heading of the first rank, which is the page’s own', () => {
    expect(render('# One\n\nTwo\n===\n\n## Three')).toBe('<h2>One</h2>\n<h2>Two</h2>\n<h2>Three</h2>\n');
  });

  const filled = (unit: string) => unit.repeat(MARKDOWN_MAX).slice(0, MARKDOWN_MAX);
  // What stalls is not done when the time of a test is over.
  test.each([
    ['[', '![', '[a](', '[a](b "', '[a]: <', '[a]: u\n[a] ', '[[a]](b)'],
    ['>', '> - 1. ', '- a\n', '  - a\n', '>\na\n'],
    ['*a_b', '**x', '~~a', '* a *b* ', '*a **b '],
    ['`', '`\\`', '```\n', '<!-', '<![CDATA[', '<a:', '&#x1', '"', '"\'"', 'a|b\n-|-\n', '|', 'a\n=', '\\'],
  ])('is read in no time, however it repeats %s', (...units) => {
    for (const unit of units) expect(render(filled(unit)).length).toBeGreaterThan(0);
    const nested = '['.repeat(MARKDOWN_MAX / 2) + ']'.repeat(MARKDOWN_MAX / 2);
    const backticks = Array.from({ length: 310 }, (_, at) => '`'.repeat(at)).join(' ');
    for (const text of [nested, backticks]) expect(render(text).length).toBeGreaterThan(0);
  });

  test('that nests for ever is nested no further than twenty times', () => {
    expect(render(filled('>')).match(/<blockquote>/g)?.length).toBeLessThanOrEqual(20);
  });

  test('is kept with its HTML by the bytes of both, and what nobody asked for longest goes', () => {
    const rendered: string[] = [];
    // 2 bytes a character: each takes 40.
    const kept = keepLast((text) => {
      rendered.push(text);
      return text.repeat(9);
    }, 120);
    const ask = (...texts: string[]) => {
      rendered.length = 0;
      for (const text of texts) expect(kept(text)).toBe(text.repeat(9));
      return rendered.join('');
    };
    expect(ask(...['aa', 'bb', 'cc'])).toBe('aabbcc');
    expect(ask('aa', 'bb', 'cc', 'aa', 'dd', 'aa', 'cc')).toBe('dd');
    expect(ask('bb')).toBe('bb');
    expect(ask('e'.repeat(7), 'e'.repeat(7), 'aa', 'bb', 'cc', 'aa')).toBe(`${'e'.repeat(14)}aabbcc`);
  });

  test('that is heavy is rendered once for who reads many such in turn', () => {
    let count = 0;
    const kept = keepLast((text) => {
      count++;
      return text.repeat(2);
    });
    for (let turn = 0; turn < 2; turn++) for (let at = 0; at < 50; at++) kept(`${at}`.padEnd(MARKDOWN_MAX));
    expect(count).toBe(50);
  });
});

describe('the preview of it', () => {
  let school: TestSchool;
  let instructor: Person;

  beforeAll(async () => {
    school = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
    instructor = await school.signIn('instructor');
  });
  afterAll(() => school.close());

  const preview = (markdown: string, person = instructor) => person.call('POST', '/markdown', { markdown });

  test('is the HTML that readers of a post are given', async () => {
    const markdown = '# Scales\n\n![A cello](/art/cello-480.webp) <b>(c)</b> "quoted"';
    const { _id } = await school.addPost({ blog: markdown });
    const { body } = await school.call('GET', `/blog/${_id}`);
    expect((await preview(markdown)).body).toEqual({ html: body.html });
  });

  test('takes a text as long as any may be, and none that is longer', async () => {
    expect((await preview('€'.repeat(MARKDOWN_MAX))).status).toBe(200);
    const { status, body } = await preview('a'.repeat(MARKDOWN_MAX + 1));
    expect([status, body.errors[0].field]).toEqual([400, 'markdown']);
    expect((await preview('a'.repeat(1024 * 1024))).status).toBe(413);
  });

  test('is given to one person 60 times a minute, and then after a while', async () => {
    const admin = await school.signIn('admin');
    for (let at = 0; at < 60; at++) expect((await preview('a', admin)).status).toBe(200);
    const { status, headers } = await preview('a', admin);
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await preview('a')).status).toBe(200);
  });
});
