import { Link } from 'react-router';
import { type BlogSummary, blogCalls } from '#contract/blogs/calls.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import { type Fact, schoolCalls } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { Heart } from '#web/components/icons/heart.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { Share } from '#web/components/media/share.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Day } from '#web/components/time/written.tsx';
import { BlogCategories, BlogSearch } from '#web/features/blogs/blog-finder.tsx';
import { LikeButton } from '#web/features/blogs/like-button.tsx';
import { quoteFor } from '#web/features/blogs/quote-for.ts';
import { reactionChanges } from '#web/features/blogs/reaction-changes.ts';
import { readingMinutes } from '#web/features/blogs/reading-minutes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { missing, orMissing } from '#web/lib/api/missing.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { linksInLanguage } from '#web/lib/page/own-links.ts';
import { absolute, pageAddress, pageMeta } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/blog';

const api = apiOf(blogCalls, schoolCalls);

const RECENT_POSTS = 4;

const addressOf = ({ _id }: Pick<BlogSummary, '_id'>) => `/blogs/blog/${_id}`;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [titleOf(matches, t('blogs.blog'))];
  const { post } = loaderData;
  return pageMeta(matches, {
    title: post.title,
    description: post.blog_description,
    path: addressOf(post),
    image: post.image,
    type: 'article',
    about: (site) => ({
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.blog_description,
      image: absolute(site.origin, post.image),
      datePublished: post.time,
      articleSection: post.category,
      author: { '@type': 'Person', name: post.authorname },
      publisher: { '@type': 'MusicSchool', name: site.school.name, url: site.origin },
      mainEntityOfPage: pageAddress(site, addressOf(post)),
    }),
  });
};

/** The post of the address; without one, the newest. */
async function load(from: typeof api, id: string | undefined) {
  const [{ items: posts }, { facts }] = await Promise.all([from.browseBlogs(), from.readSchool()]);
  const wanted = id ?? posts[0]?._id ?? missing();
  const { blog, ...post } = await orMissing(from.readBlog({ params: { id: wanted } }));
  const recent = posts.filter(({ _id }) => _id !== post._id).slice(0, RECENT_POSTS);
  const quote = quoteFor(post, facts);
  return { post: { ...post, minutes: readingMinutes(blog) }, recent, quote };
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(apiContext), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(api, params.id);

export const clientAction = actionOf(reactionChanges);

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { post, recent, quote } = loaderData;
  const site = useConfig();
  const html = linksInLanguage(post.html, site);
  const lang = useOwnLanguage();
  return (
    <div className="wrap grid gap-x-16 gap-y-14 py-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:py-16">
      <article className="min-w-0">
        <Link
          to={`/blogs?category=${encodeURIComponent(post.category)}`}
          className="kicker underline-offset-4 hover:underline"
        >
          {categoryLabel(site.school, post.category)}
        </Link>
        <h1 lang={lang} className="mt-3 text-title">
          {post.title}
        </h1>
        <p lang={lang} className="mt-4 max-w-2xl text-lead text-quiet">
          {post.blog_description}
        </p>
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <span className="font-semibold">{post.authorname}</span>
          <Day at={post.time} />
          <span>{t('blogs.min_read', { minutes: post.minutes })}</span>
          <span className="flex items-center gap-1.5">
            <Heart className="size-4 text-coral" aria-hidden="true" />
            {t('blogs.likes', { count: post.reactionscount })}
          </span>
        </p>
        <Picture
          url={post.image}
          alt=""
          sizes="(min-width: 64rem) 50rem, 92vw"
          isFirst
          className="mt-8 aspect-16/9 w-full rounded-card"
        />
        {/* Made from Markdown on the server, which lets no HTML of the author's through. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div lang={lang} className="article mt-10" dangerouslySetInnerHTML={{ __html: html }} />
        {quote && <Quote {...quote} />}
        <div className="mt-10 flex max-w-2xl flex-wrap items-center gap-2 border-base-300 border-t pt-8">
          <LikeButton key={post._id} post={post} />
          <Share title={post.title} url={pageAddress(site, addressOf(post))} />
        </div>
      </article>
      <aside className="space-y-10 lg:sticky lg:top-28 lg:h-fit" aria-label={t('blogs.more_of_blog')}>
        <BlogSearch />
        <section aria-labelledby="categories">
          <h2 id="categories" className="mb-4 text-subheading">
            {t('blogs.categories')}
          </h2>
          <BlogCategories />
        </section>
        {recent.length > 0 && (
          <section aria-labelledby="recent">
            <h2 id="recent" className="mb-4 text-subheading">
              {t('blogs.recent_posts')}
            </h2>
            <ul className="space-y-5">
              {recent.map((other) => (
                <li key={other._id}>
                  <RecentPost post={other} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </aside>
    </div>
  );
}

/** A quote about the school. */
function Quote({ words = '', byline, title }: Fact) {
  const by = [byline, title].filter(Boolean).join(', ');
  const lang = useOwnLanguage();
  return (
    <figure
      lang={lang}
      className="wrap-anywhere mt-12 max-w-2xl rounded-card bg-plum-deep px-7 py-9 text-paper sm:px-10"
    >
      <blockquote dir="auto" className="whitespace-pre-line font-display text-2xl leading-snug sm:text-3xl">
        {t('blogs.quote', { words })}
      </blockquote>
      {by && <figcaption className="mt-4 text-paper/80">{by}</figcaption>}
    </figure>
  );
}

function RecentPost({ post }: { post: BlogSummary }) {
  const lang = useOwnLanguage();
  return (
    <Link to={addressOf(post)} className="group flex items-center gap-4">
      <Picture url={post.image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-field" />
      <span>
        <span lang={lang} className="font-semibold leading-snug group-hover:underline">
          {post.title}
        </span>
        <Day at={post.time} className="mt-1 block text-quiet text-sm" />
      </span>
    </Link>
  );
}
