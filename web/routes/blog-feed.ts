import type { BlogSummary } from '#contract/blogs/calls.ts';
import { t } from '#languages/t.ts';
import { xml, xmlAnswer } from '#web/lib/page/xml.ts';
import { apiContext, configContext } from '#web/ssr.ts';
import type { Route } from './+types/blog-feed';

/** The newest posts of the blog as an Atom feed, RFC 4287. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin, school } = context.get(configContext);
  const { items: posts } = await context.get(apiContext).browseBlogs();
  const feed = [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xml(t('blogs.feed_title', { school: school.name }))}</title>`,
    `<id>${xml(origin)}/blogs</id>`,
    `<link href="${xml(origin)}/blogs"/>`,
    `<link rel="self" type="application/atom+xml" href="${xml(origin)}/blogs.atom"/>`,
    `<updated>${posts[0]?.time ?? new Date(0).toISOString()}</updated>`,
    ...posts.map((post) => entry(post, origin)),
    '</feed>',
  ];
  return xmlAnswer('application/atom+xml', feed.join('\n'));
}

function entry({ _id, title, time, authorname, blog_description, category }: BlogSummary, origin: string) {
  const url = xml(`${origin}/blogs/blog/${_id}`);
  return [
    '<entry>',
    `<title>${xml(title)}</title><id>${url}</id><link href="${url}"/>`,
    `<published>${time}</published><updated>${time}</updated>`,
    `<author><name>${xml(authorname)}</name></author><category term="${xml(category)}"/>`,
    `<summary>${xml(blog_description)}</summary>`,
    '</entry>',
  ].join('\n');
}
