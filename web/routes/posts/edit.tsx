import { useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router';
import { type BlogInput, blogCalls, type OwnBlog } from '#contract/blogs/calls.ts';
import { t } from '#languages/t.ts';
import { Restored } from '#web/components/form/restored.tsx';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { postChanges } from '#web/features/blogs/changes.ts';
import { fieldsOf, type PostFields, PostForm } from '#web/features/blogs/post-form.tsx';
import { PostMeanwhile } from '#web/features/blogs/post-meanwhile.tsx';
import { stageOf } from '#web/features/blogs/publication.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useKeptDraft } from '#web/lib/drafts/kept-draft.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/edit';

const api = apiOf(blogCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

const headingOf = (post: OwnBlog | null | undefined) => t(post ? 'blogs.edit_post' : 'blogs.write_post');

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  titleOf(matches, headingOf(loaderData)),
  NOT_INDEXED,
];

/** The post of the address; nothing for a new one. */
export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) =>
  id ? api.readOwnBlog({ params: { id } }) : null;

export const clientAction = actionOf(postChanges);

/** While it is saved, the form keeps what it began with. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult ? false : defaultShouldRevalidate;

export default function EditPost({ loaderData: post }: Route.ComponentProps) {
  return <Editor key={post?._id ?? 'new'} post={post ?? undefined} />;
}

/**
 * `seen` is the post as it was read, `shown` what the form starts with, `before` what had been seen when it
 * turned out to be stale.
 */
type Form = {
  seen: OwnBlog | undefined;
  shown: PostFields;
  isTyped: boolean;
  before?: OwnBlog;
  count: number;
};

function Editor({ post }: { post: OwnBlog | undefined }) {
  const navigate = useNavigate();
  const { timezone } = useConfig().school;
  const add = useChange(postChanges, 'addBlog');
  const update = useChange(postChanges, 'updateBlog');
  const form = useRef<HTMLFormElement>(null);
  const draft = useKeptDraft(form, `post ${post?._id ?? 'new'}`);
  const [{ seen, shown, isTyped, before, count }, setForm] = useState<Form>(() => ({
    seen: post,
    // What was typed is restored over what the post says.
    shown: { ...fieldsOf(post, timezone), ...draft.before?.fields },
    isTyped: draft.before !== undefined,
    count: 0,
  }));

  async function save(input: BlogInput, fields: PostFields) {
    // The sign-in may have ended meanwhile.
    draft.flush();
    const outcome = await (seen
      ? update.run({ ...input, id: seen._id, version: seen.version })
      : add.run(input));
    if (outcome.isDone) {
      draft.forget();
      await navigate('../posts', { state: AFTER_SAVE });
    } else if (seen && outcome.refusal?.code === 'changed-meanwhile') await takeUp(seen, fields);
    return outcome;
  }

  /** Puts what was typed over the post as it is now. */
  async function takeUp(stale: OwnBlog, fields: PostFields) {
    const now = await api.readOwnBlog({ params: { id: stale._id } }).catch(() => undefined);
    if (!now) return;
    const edits = editsOf(fieldsOf(stale, timezone), fields);
    const next = { ...fieldsOf(now, timezone), ...edits };
    setForm({ seen: now, shown: next, isTyped: true, before: stale, count: count + 1 });
  }

  function discard() {
    draft.forget();
    setForm({ seen, shown: fieldsOf(seen, timezone), isTyped: false, count: count + 1 });
  }

  const problem = update.problem && !before ? update.problem : undefined;
  return (
    <>
      <div className="mb-6">
        <PageHeading title={headingOf(seen)} />
      </div>
      {draft.before && !before && (
        <Restored
          keptat={draft.before.keptat}
          stale={seen && draft.before.version !== seen.version ? t('blogs.saved_since') : undefined}
          onDiscard={discard}
        />
      )}
      {before && seen && <PostMeanwhile before={before} now={seen} />}
      {problem && (
        <p role="alert" className="mb-6 rounded-card border border-error/40 bg-blush/50 p-5">
          {problem}
        </p>
      )}
      <PostForm
        key={count}
        form={form}
        initial={shown}
        isEdited={isTyped}
        isKept={draft.isKept}
        isPublished={seen !== undefined && stageOf(seen) === 'published'}
        onEdit={() => draft.keep({ initial: fieldsOf(seen, timezone), version: seen?.version ?? 0 })}
        onSave={save}
      />
    </>
  );
}

/** Only what was edited: what was changed elsewhere stays changed. When it is public is one choice. */
function editsOf(before: PostFields, after: PostFields): Partial<PostFields> {
  const names = (Object.keys(after) as (keyof PostFields)[]).filter((name) => after[name] !== before[name]);
  const isOtherwisePublished = names.includes('when') || names.includes('at');
  return {
    ...Object.fromEntries(names.map((name) => [name, after[name]])),
    ...(isOtherwisePublished && { when: after.when, at: after.at }),
  };
}
