import { expect, test } from 'vitest';
import type { Language } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { linksInLanguage } from './own-links.ts';
import type { Site } from './page-meta.ts';

const SITE = { origin: 'https://school.example', school: { languages: ['en', 'de'] } } as unknown as Site;

const linked = (language: Language, href: string) => {
  const html = linksIn(language, `<p>See <a href="${href}" title="/classes">/classes</a>.</p>`);
  return /<a href="([^"]*)" title="\/classes">\/classes<\/a>/.exec(html)?.[1];
};
const linksIn = (language: Language, html: string) =>
  withLanguage(language, () => linksInLanguage(html, SITE));

test.each([
  ['/classes', '/de/classes'],
  ['/classes?group=Kids&amp;level=Beginner#list', '/de/classes?group=Kids&amp;level=Beginner#list'],
  ['/', '/de'],
  ['/blogs/blog/3', '/de/blogs/blog/3'],
  ['https://school.example/blogs/blog/3', '/de/blogs/blog/3'],
  ['https://school.example/', '/de'],
])('on a page in another language %s leads to %s', (href, found) => {
  expect(linked('de', href)).toBe(found);
  expect(linked('en', href)).toBe(href);
});

test.each([
  'https://elsewhere.example/classes',
  'https://school.example.evil/classes',
  'https://school.examples/classes',
  '//elsewhere.example/classes',
  'https://school.example//elsewhere.example/classes',
  '/api/classes',
  '/images/terms',
  '/uploads/1/house-rules',
  '/house-rules.pdf',
  '/blogs.atom?from=1',
  '/de/classes',
  '/fr/classes',
  '#prices',
  'mailto:hello@school.example',
  'tel:+4930123',
])('%s stays as it was written', (href) => {
  expect(linked('de', href)).toBe(href);
});

test('words that look like a link are left alone', () => {
  const html = '<p>&lt;a href=&quot;/classes&quot;&gt;</p><img src="/classes" alt="">';
  expect(linksIn('de', html)).toBe(html);
});
