import { Link } from 'react-router';
import type { BlogSummary } from '#contract/blogs.ts';
import { Empty } from '#web/components/empty.tsx';
import { BlogCard } from '#web/features/blogs/blog-card.tsx';
import { Section } from './section.tsx';

export function FeaturedBlogs({ posts }: { posts: readonly BlogSummary[] }) {
  return (
    <Section
      id="featured-blogs"
      title="Our Featured Blogs"
      lead="For the days between two lessons."
      className="bg-base-100"
      aside={
        <Link to="/blogs" className="btn btn-outline btn-primary">
          View All
        </Link>
      }
    >
      {posts.length === 0 ? (
        <Empty sentence="Nothing has been written yet." />
      ) : (
        <ul className="grid gap-6 md:grid-cols-3 md:gap-5 lg:gap-8">
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
      )}
    </Section>
  );
}
