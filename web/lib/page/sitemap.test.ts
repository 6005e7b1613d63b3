import { expect, test } from 'vitest';
import { LOCATIONS_MAX, sitemapOf } from './sitemap.ts';

const origin = 'https://school.example';
const pages = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `/blogs/blog/${at}` }));
const listed = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

test('as many pages as one file may list are in one, with the days of their changes', () => {
  const all = [{ path: '/?a&b', day: '2026-11-01' }, ...pages(LOCATIONS_MAX - 1)];
  const sitemap = sitemapOf(all, { origin, part: undefined });
  expect(sitemap).toMatch(
    /^<urlset xmlns="[^"]+">\n<url><loc>https:\/\/school\.example\/\?a&amp;b<\/loc><lastmod>2026-11-01</,
  );
  expect(listed(sitemap)).toHaveLength(LOCATIONS_MAX);
});

test('more than that are listed by an index of files, each page in one of them', () => {
  const all = pages(LOCATIONS_MAX + 1);
  const index = sitemapOf(all, { origin, part: undefined });
  expect(index).toMatch(/^<sitemapindex /);
  expect(listed(index)).toEqual([`${origin}/sitemap.xml?part=1`, `${origin}/sitemap.xml?part=2`]);
  const files = ['1', '2'].flatMap((part) => listed(sitemapOf(all, { origin, part })));
  expect(files).toEqual(all.map(({ path }) => origin + path));
});

test('a page in several languages names where it is in each', () => {
  const languages = [
    { code: 'en', path: '/classes' },
    { code: 'de', path: '/de/classes' },
  ];
  const sitemap = sitemapOf([{ path: '/de/classes', languages }], { origin, part: undefined });
  expect(sitemap).toMatch(/^<urlset [^>]*xmlns:xhtml="http:\/\/www.w3.org\/1999\/xhtml">/);
  expect(sitemap).toContain(
    '<url><loc>https://school.example/de/classes</loc>' +
      '<xhtml:link rel="alternate" hreflang="en" href="https://school.example/classes"/>' +
      '<xhtml:link rel="alternate" hreflang="de" href="https://school.example/de/classes"/></url>',
  );
});
