import { Link } from 'react-router';
import type { BlogSummary } from '#contract/blogs/calls.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import { useConfig } from '#web/lib/page/config.ts';
import '#languages/t.ts';
import { Heart } from '#web/components/icons/heart.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Day } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';

/** A post in a list; the whole card leads to `to`. `isFirst`: its picture belongs to the first screen. */
export function BlogCard({
  post,
  to,
  sizes,
  isFirst,
}: {
  post: BlogSummary;
  to: string;
  sizes: string;
  isFirst?: boolean;
}) {
  const { school } = useConfig();
  const lang = useOwnLanguage();
  return (
    <article className="group panel relative flex h-full flex-col overflow-hidden transition-shadow duration-200 hover:shadow-lift">
      <div className="overflow-hidden">
        <Picture
          url={post.image}
          alt=""
          sizes={sizes}
          isFirst={isFirst}
          className="aspect-3/2 w-full transition-transform duration-500 ease-calm group-hover:scale-[1.03]"
        />
      </div>
      <div className="flex flex-1 flex-col p-6">
        <p className="kicker">{categoryLabel(school, post.category)}</p>
        <h3 className="mt-2 text-subheading">
          <Link
            to={to}
            lang={lang}
            className="after:absolute after:inset-0 after:rounded-card group-hover:underline"
          >
            {post.title}
          </Link>
        </h3>
        <p lang={lang} className="mt-2 text-quiet">
          {post.blog_description}
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-5 text-quiet text-sm">
          <span>
            {post.authorname} · <Day at={post.time} className="whitespace-nowrap" />
          </span>
          <span className="flex items-center gap-1.5">
            <Heart className="size-4 text-coral" aria-hidden="true" />
            {rich('blogs.likes_on_card', {
              count: post.reactionscount,
              more: (words) => <span className="sr-only">{words}</span>,
            })}
          </span>
        </p>
      </div>
    </article>
  );
}
