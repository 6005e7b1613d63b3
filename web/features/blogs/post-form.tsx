import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { BLOG_CATEGORIES, type BlogInput, type OwnBlog } from '#contract/blogs/calls.ts';
import { BlogDraft } from '#contract/blogs/form.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import { valuesOf } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { FormContext, SelectField, TextAreaField, TextField } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { MarkdownEditor } from '#web/components/form/markdown-editor.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { faultsOf, fieldsBy } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { type Publication, publicationOf, publishedBy, type When } from './publication.ts';
import { PublicationField, useIsAlwaysReviewed } from './publication-field.tsx';

/** What the form of a post holds, by the names of its fields. */
export type PostFields = Publication & {
  title: string;
  blog_description: string;
  blog: string;
  image: string;
  category: string;
};

/** What the form of a post begins with, a new one where there is none; `zone` is the school's. */
export const fieldsOf = (post: OwnBlog | undefined, zone: string): PostFields => ({
  title: post?.title ?? '',
  blog_description: post?.blog_description ?? '',
  blog: post?.blog ?? '',
  image: post?.image ?? '',
  category: post?.category ?? BLOG_CATEGORIES[0],
  ...publicationOf(post, zone),
});

const SUBMIT = {
  draft: 'blogs.save_draft',
  waiting: 'blogs.submit',
  now: 'common.publish',
  at: 'blogs.schedule',
  since: 'blogs.save_changes',
} as const satisfies Record<When, PlainId>;

/**
 * The form of a post, new or known. `onSave` gets what was filled in once it is complete, and what the fields
 * held; what the server refuses is shown beside the fields that it names. Nothing that was typed is ever
 * lost: `onEdit` is notified of every change.
 */
export function PostForm({
  form,
  initial: begun,
  isEdited,
  isKept,
  isPublished,
  onEdit,
  onSave,
}: {
  form: RefObject<HTMLFormElement | null>;
  initial: PostFields;
  /** Whether what it begins with was typed already and is saved nowhere. */
  isEdited: boolean;
  /** Whether this device keeps what is typed. */
  isKept: boolean;
  isPublished: boolean;
  onEdit: () => void;
  onSave: (input: BlogInput, fields: PostFields) => Promise<Outcome>;
}) {
  const { school } = useConfig();
  const { timezone } = school;
  const categories = valuesOf(school, 'categories');
  const lang = useOwnLanguage();
  const isAlwaysReviewed = useIsAlwaysReviewed();
  const initial: PostFields =
    isAlwaysReviewed && begun.when !== 'draft' ? { ...begun, when: 'waiting' } : begun;
  const [image, setImage] = useState(initial.image);
  const [publication, setPublication] = useState<Publication>(initial);
  const [isUploading, setIsUploading] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { faults, check, show, clear } = useFaults(BlogDraft, form);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is no input of its own
  useEffect(() => {
    if (image !== initial.image) onEdit();
  }, [image]);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isUploading) return;
    const fields = readFields(new FormData(event.currentTarget), publication);
    const published = publishedBy(fields, timezone);
    const { when, at, ...content } = fields;
    const input = { ...content, ...(published ?? { state: 'published', publishat: null }) } as const;
    if (!check(input)) return;
    if (!published) return show({ publishat: t('blogs.choose_day_and_time') });
    setIsBusy(true);
    const outcome = await onSave(input, fields);
    setIsBusy(false);
    if (outcome.isDone) return;
    show(faultsOf(outcome.refusal));
  }

  return (
    <FormContext value={fieldsBy(BlogDraft, faults, (name) => String(Object(initial)[name]))}>
      <form
        ref={form}
        noValidate
        onSubmit={save}
        onInput={(event) => {
          clear((event.target as EventTarget as HTMLInputElement).name);
          onEdit();
        }}
        className="panel grid gap-5 p-5 sm:p-8"
      >
        <TextField label={t('common.title')} name="title" lang={lang} />
        <TextAreaField
          label={t('blogs.summary')}
          name="blog_description"
          lang={lang}
          rows={2}
          className="textarea min-h-0"
          hint={t('blogs.summary_hint')}
        />
        <MarkdownEditor
          label={t('blogs.text')}
          name="blog"
          lang={lang}
          defaultValue={initial.blog}
          error={faults.blog}
          onBusy={setIsUploading}
        />
        <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <PictureField
            label={t('common.picture')}
            url={image || null}
            alt={t('blogs.preview_of_post_picture')}
            waiting={t('common.image_is_uploading')}
            error={faults.image}
            onBusy={setIsUploading}
            onUploaded={(url) => {
              setImage(url);
              clear('image');
            }}
          />
          <input type="hidden" name="image" value={image} />
          <SelectField
            label={t('blogs.category')}
            name="category"
            options={categories}
            optionLabels={Object.fromEntries(
              categories.map((category) => [category, categoryLabel(school, category)]),
            )}
          />
        </div>
        <PublicationField
          value={publication}
          initial={initial}
          isPublished={isPublished}
          error={faults.publishat}
          onChange={(next) => {
            setPublication(next);
            clear('publishat');
          }}
        />
        <LeaveGuard
          form={form}
          isChanged={isEdited || isUploading || image !== initial.image}
          isKept={isKept}
        />
        <div>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} isUnavailable={isUploading}>
            {t(SUBMIT[publication.when])}
          </ActionButton>
        </div>
      </form>
    </FormContext>
  );
}

function readFields(form: FormData, { when }: Publication): PostFields {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    title: text('title'),
    blog_description: text('blog_description').replace(/\s*\n\s*/g, ' '),
    blog: text('blog'),
    image: text('image'),
    category: text('category'),
    when,
    at: text('at'),
  };
}
