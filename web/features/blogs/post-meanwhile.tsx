import type { OwnBlog } from '#contract/blogs/calls.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';

const LABELS = {
  title: 'Title',
  blog_description: 'Summary',
  blog: 'Text',
  image: 'Picture',
  category: 'Category',
  state: 'Who can read it',
} as const;

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
    <Meanwhile key={now.version} title="This post was changed while you were editing">
      <ul className="mt-2 list-disc ps-5">
        {changed.map((name) => (
          <li key={name} className="wrap-anywhere">
            {LABELS[name]}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Nothing was saved yet. What you typed is still here: check it and save again.
        {changed.includes('blog') && ' What you save takes the place of the text as it is now:'}
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
