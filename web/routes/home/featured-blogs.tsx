import { Link } from 'react-router';
import type { BlogSummary } from '#contract/blogs/calls.ts';
import { t } from '#languages/t.ts';
import { BlogCard } from '#web/features/blogs/blog-card.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function FeaturedBlogs({ posts, words }: { posts: readonly BlogSummary[]; words: Words }) {
  if (posts.length === 0) return null;
  return (
    <Section
      id="featured-blogs"
      title={t('home.featured_blogs')}
      lead={words.featuredBlogs}
      className="bg-base-100"
      aside={
        <Link to="/blogs" className="btn btn-outline btn-primary">
          {t('home.view_all')}
        </Link>
      }
    >
      <ul className="grid grid-cols-1 gap-6 md:grid-cols-3 md:gap-5 lg:gap-8">
        {posts.map((post) => (
          <li key={post._id}>
            <BlogCard
              post={post}
              to={`/blogs/blog/${post._id}`}
              sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 45vw, 92vw"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
