import { expect, inject, test } from 'vitest';
import type { Shipped } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { pageMeta } from './page-meta.ts';

const config = inject('clientConfig');

const localesOf = (...languages: Shipped[]) => {
  const school = { ...config.school, locale: 'en-IE', languages };
  const matches = [{ id: 'root', loaderData: { ...config, school } }] as unknown as Parameters<
    typeof pageMeta
  >[0];
  const page = { title: 'Classes', description: 'All of them', path: '/classes' };
  const metas = withLanguage(languages[0] ?? 'en', () => pageMeta(matches, page));
  return metas.flatMap((meta) =>
    'property' in meta && String(meta.property).startsWith('og:locale') ? [meta.content] : [],
  );
};

test('a page names its language to those who share it, unless the school has English alone', () => {
  expect(localesOf('de')).toEqual(['de_IE']);
  expect(localesOf('de', 'en')).toEqual(['de_IE', 'en_IE']);
  expect(localesOf('en')).toEqual([]);
});
