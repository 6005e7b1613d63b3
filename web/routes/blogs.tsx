import { memo } from 'react';
import { Link } from 'react-router';
import { blogCalls } from '#contract/blogs/calls.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { BlogCard } from '#web/features/blogs/blog-card.tsx';
import { BlogCategories, BlogSearch, blogFilterOf } from '#web/features/blogs/blog-finder.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { foundText } from '#web/lib/formats/found-text.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { useFirstItems } from '#web/lib/page/first-items.ts';
import { pageMeta, pathOfPage } from '#web/lib/page/page-meta.ts';
import { apiContext, configContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/blogs';

const api = apiOf(blogCalls);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: t('blogs.blogs'),
    description: t('blogs.list_description'),
    path: pathOfPage('/blogs', loaderData?.filter),
  });

const queryOf = (url: string, school: Pick<WithLists, 'lists'>) => ({
  ...blogFilterOf(url, school),
  ...placeIn(new URL(url).searchParams),
});

export const handle: PageHandle = { filter: queryOf };

async function load(from: typeof api, url: string, school: Pick<WithLists, 'lists'>) {
  const filter = queryOf(url, school);
  return { filter, page: await from.browseBlogs({ querystring: filter }) };
}
export const loader = ({ context, request }: Route.LoaderArgs) =>
  load(context.get(apiContext), request.url, context.get(configContext).school);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  load(api, request.url, clientConfig().school);

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return <PostList {...loaderData} />;
}

/** Left alone while another page is on its way. */
const PostList = memo(({ filter, page }: Route.ComponentProps['loaderData']) => {
  const shown = useFirstItems(page.items);
  const isNarrowed = filter.q || filter.category;
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading title={t('blogs.list_title')} lead={t('blogs.list_lead')} />
      <div className="mt-8 flex flex-col gap-4 lg:flex-row lg:items-center lg:justify-between">
        <div className="w-full max-w-md">
          <BlogSearch filter={filter} />
        </div>
        <BlogCategories filter={filter} />
      </div>
      {isNarrowed && (
        <output className="mt-6 flex flex-wrap items-center gap-x-4 font-medium">
          {foundText(page.total, 'blogs.found', 'blogs.found_many')}
          <Link to="/blogs" className="link text-plum text-sm">
            {t('blogs.show_all_posts')}
          </Link>
        </output>
      )}
      {page.items.length === 0 ? (
        <Empty sentence={isNarrowed ? t('blogs.no_match') : t('blogs.nothing_written_yet')} />
      ) : (
        <section aria-label={t('blogs.posts')}>
          <h2 className="sr-only">{t('blogs.posts')}</h2>
          <ul className="mt-8 grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-3">
            {shown.map((post, at) => (
              <li key={post._id}>
                <BlogCard
                  post={post}
                  to={`/blog/${post._id}`}
                  isFirst={at === 0}
                  sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 45vw, 92vw"
                />
              </li>
            ))}
          </ul>
          <div className="pt-5">
            <Pager previous={page.previous} next={page.next} />
          </div>
        </section>
      )}
    </div>
  );
});
