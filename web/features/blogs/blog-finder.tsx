import { Form, Link } from 'react-router';
import type { BlogFilter } from '#contract/blogs/calls.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { valuesOf, type WithLists } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import { Search } from '#web/components/icons/search.tsx';
import { chosen, searchWords } from '#web/lib/address/address.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** The filter that an address carries; what is not there is left out. */
export function blogFilterOf(url: string, school: Pick<WithLists, 'lists'>): BlogFilter {
  const { searchParams } = new URL(url);
  return {
    q: searchWords(searchParams, 'q'),
    category: chosen(searchParams, 'category', valuesOf(school, 'categories')),
  };
}

/** Leads to the posts that contain the words. */
export function BlogSearch({ filter = {} }: { filter?: BlogFilter }) {
  return (
    <Form method="get" action="/blogs" role="search" aria-label={t('blogs.blogs')} className="flex gap-2">
      {filter.category && <input type="hidden" name="category" value={filter.category} />}
      <input
        key={filter.q}
        type="search"
        dir="auto"
        name="q"
        aria-label={t('blogs.search_blog')}
        placeholder={t('blogs.search_blog')}
        maxLength={SEARCH_WORDS_MAX}
        defaultValue={filter.q}
        className="input w-full min-w-0 border-[#8a8296] bg-base-100"
      />
      <button type="submit" className="btn btn-primary btn-square" aria-label={t('common.search')}>
        <Search className="size-5" aria-hidden="true" />
      </button>
    </Form>
  );
}

/** Every category as a link to its posts; the words that are looked for stay. */
export function BlogCategories({ filter = {} }: { filter?: BlogFilter }) {
  const { school } = useConfig();
  const words = filter.q ? `&q=${encodeURIComponent(filter.q)}` : '';
  return (
    <ul className="flex flex-wrap gap-2">
      {valuesOf(school, 'categories').map((category) => {
        const isChosen = filter.category === category;
        return (
          <li key={category}>
            <Link
              to={
                isChosen
                  ? `/blogs${words.replace('&', '?')}`
                  : `/blogs?category=${encodeURIComponent(category)}${words}`
              }
              aria-current={isChosen ? 'true' : undefined}
              className={`inline-block rounded-full border px-4 py-1.5 font-medium text-sm transition-colors ${
                isChosen
                  ? 'border-primary bg-primary text-primary-content'
                  : 'border-base-300 bg-base-100 hover:border-primary'
              }`}
            >
              {categoryLabel(school, category)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
