import type { OwnBlog } from '#contract/blogs/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';

const LABELS = {
  title: 'common.title',
  blog_description: 'blogs.summary',
  blog: 'blogs.text',
  image: 'common.picture',
  category: 'blogs.category',
  state: 'blogs.who_can_read_it',
} as const satisfies Partial<Record<keyof OwnBlog, PlainId>>;

/**
 * Shows what was saved of a post elsewhere while it was edited here. It takes the focus, since the form below
 * it has been put together again.
 */
export function PostMeanwhile({ before, now }: { before: OwnBlog; now: OwnBlog }) {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const changed = names.filter(
    (name) => before[name] !== now[name] || (name === 'state' && before.publishat !== now.publishat),
  );
  return (
    <Meanwhile key={now.version} title={t('blogs.changed_meanwhile')}>
      <ul className="mt-2 list-disc ps-5">
        {changed.map((name) => (
          <li key={name} className="wrap-anywhere">
            {t(LABELS[name])}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {changed.includes('blog') ? t('blogs.text_not_saved_yet') : t('common.nothing_was_saved_yet')}
      </p>
      {changed.includes('blog') && (
        <pre
          dir="auto"
          className="wrap-anywhere mt-3 max-h-60 overflow-auto whitespace-pre-wrap rounded-field bg-base-100 p-4 text-sm"
        >
          {now.blog}
        </pre>
      )}
    </Meanwhile>
  );
}
