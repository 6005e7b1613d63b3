import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { isTextSlug, type Text, type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { byLanguage, defaultOf } from '#contract/translations.ts';
import { nameOf, type Shipped } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { MarkdownEditor } from '#web/components/form/markdown-editor.tsx';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { Restored } from '#web/components/form/restored.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Day } from '#web/components/time/written.tsx';
import { textChanges } from '#web/features/texts/changes.ts';
import { hasQuestions, outlineOf } from '#web/features/texts/outlines.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { missing } from '#web/lib/api/missing.ts';
import { useKeptDraft } from '#web/lib/drafts/kept-draft.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import type { Route } from './+types/text';

const api = apiOf(textCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  titleOf(matches, loaderData ? textTitle(loaderData.slug) : t('texts.page')),
  NOT_INDEXED,
];

/** Markdown by language. */
type Words = { [L in Shipped]?: string };

/** A text as an admin writes it on. */
type Written = Pick<Text, 'slug' | 'markdown' | 'version'> &
  Partial<Pick<Text, 'updatedat' | 'language' | 'translations'>>;

async function load(slug: TextSlug): Promise<Written> {
  try {
    return await api.readText({ params: { slug } });
  } catch (error) {
    if (apiErrorOf(error)?.code === 'text-not-found') return { slug, markdown: '', version: 0 };
    throw error;
  }
}

/** What a text says in each language; nothing in those in which it was never written. */
function wordsOf({ markdown, language, translations }: Written, languages: readonly Shipped[]): Words {
  const written = byLanguage({ markdown, language, translations }, languages);
  return Object.fromEntries(Object.entries(written).map(([code, words]) => [code, words?.markdown ?? '']));
}

/** Where the words in a language stand in the form. */
const fieldOf = (code: Shipped, languages: readonly Shipped[]) =>
  code === defaultOf(languages) ? 'markdown' : `markdown.${code}`;

const fieldsOf = (words: Words, languages: readonly Shipped[]) =>
  Object.fromEntries(languages.map((code) => [fieldOf(code, languages), words[code] ?? '']));

const draftIn = (fields: Readonly<Record<string, string>> = {}, languages: readonly Shipped[]): Words =>
  Object.fromEntries(
    languages.flatMap((code) => {
      const kept = fields[fieldOf(code, languages)];
      return kept === undefined ? [] : [[code, kept]];
    }),
  );

/**
 * What is sent: the text in the default language, or in the first that it is written in, and the translations
 * that were edited, with what was read of them.
 */
function writingOf(said: Words, typed: Words, languages: readonly Shipped[]) {
  const language = languages.find((code) => typed[code]?.trim()) ?? defaultOf(languages);
  const edited = languages.filter(
    (code) => code !== language && (typed[code] ?? '').trim() !== (said[code] ?? '').trim(),
  );
  const take = (words: Words) =>
    Object.fromEntries(edited.map((code) => [code, { markdown: words[code] ?? '' }]));
  return {
    markdown: typed[language] ?? '',
    ...(languages.length > 1 && { language, translations: take(typed), was: take(said) }),
  };
}

export const clientLoader = ({ params: { slug } }: Route.ClientLoaderArgs) =>
  isTextSlug(slug) ? load(slug) : missing();

export const clientAction = actionOf(textChanges);

export default function EditText({ loaderData: text }: Route.ComponentProps) {
  return <TextForm key={text.slug} text={text} />;
}

/**
 * What is typed is never lost: where another admin has saved meanwhile, it stands beside what the text says
 * now.
 */
function TextForm({ text }: { text: Written }) {
  const { slug } = text;
  const form = useRef<HTMLFormElement>(null);
  const write = useChange(textChanges, 'writeText');
  const draft = useKeptDraft(form, `text ${slug}`);
  const { languages } = useConfig().school;
  const [current, setCurrent] = useState(defaultOf(languages));
  // What was typed is restored over what the text says.
  const [typed, setTyped] = useState(() => ({
    ...wordsOf(text, languages),
    ...draftIn(draft.before?.fields, languages),
  }));
  // What the form began with, and what was saved elsewhere since.
  const [seen, setSeen] = useState<Written>(text);
  const [meanwhile, setMeanwhile] = useState<Written>();
  const [isSaving, setIsSaving] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const said = wordsOf(seen, languages);
  const wordsIn = (code: Shipped) => typed[code] ?? '';
  const isEdited = (code: Shipped) => wordsIn(code).trim() !== (said[code] ?? '').trim();
  const isEmpty = languages.every((code) => wordsIn(code).trim() === '');
  const isUnanswered = languages.some((code) => hasQuestions(slug, wordsIn(code)));
  const type = (markdown: string) => setTyped({ ...typed, [current]: markdown });

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    // The sign-in may have ended meanwhile.
    draft.flush();
    const outcome = await write.run({ slug, version: seen.version, ...writingOf(said, typed, languages) });
    if (outcome.isDone) draft.forget();
    if (outcome.isDone || outcome.refusal?.code === 'changed-meanwhile') {
      const now = await load(slug).catch(() => seen);
      setSeen(now);
      setMeanwhile(outcome.isDone ? undefined : now);
    }
    setIsSaving(false);
  }

  function discard() {
    draft.forget();
    setTyped(said);
  }

  return (
    <>
      <PageHeading title={textTitle(slug)} />
      <p className="mt-3 text-quiet">
        {seen.markdown && seen.updatedat
          ? rich('texts.published_see_page', {
              day: <Day at={seen.updatedat} />,
              link: (words) => (
                <Link to={textPath(slug)} className="link link-primary">
                  {words}
                </Link>
              ),
            })
          : t('texts.not_published')}
      </p>
      {draft.before && !meanwhile && (
        <div className="mt-6">
          <Restored
            keptat={draft.before.keptat}
            stale={draft.before.version === seen.version ? undefined : t('texts.saved_since')}
            onDiscard={discard}
          />
        </div>
      )}
      {meanwhile && (
        <ChangedMeanwhile version={meanwhile.version} markdown={wordsOf(meanwhile, languages)[current]} />
      )}
      <form
        ref={form}
        onInput={() => draft.keep({ initial: fieldsOf(said, languages), version: seen.version })}
        onSubmit={save}
        className="panel mt-6 p-5 sm:p-8"
      >
        {languages.length > 1 && (
          <LanguageTabs
            languages={languages}
            current={current}
            isWritten={(code) => wordsIn(code).trim() !== ''}
            onChoose={setCurrent}
          />
        )}
        {isEmpty && <Outline onTake={() => type(outlineOf(slug))} />}
        {languages.map(
          (code) =>
            code !== current && (
              <input key={code} type="hidden" name={fieldOf(code, languages)} value={wordsIn(code)} />
            ),
        )}
        <MarkdownEditor
          key={current}
          label={t('texts.text')}
          name={fieldOf(current, languages)}
          rows={24}
          value={wordsIn(current)}
          onChange={({ target }) => type(target.value)}
          error={write.problem && !meanwhile ? write.problem : undefined}
          onBusy={setIsUploading}
        />
        <LeaveGuard
          form={form}
          isChanged={!isSaving && (isUploading || languages.some(isEdited))}
          isKept={draft.isKept}
        />
        <Unchanged languages={languages} said={said} isEdited={isEdited} />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <ActionButton
            type="submit"
            className="btn btn-primary"
            isBusy={isSaving}
            isUnavailable={isUploading || isUnanswered || (isEmpty && !seen.markdown)}
          >
            {t(isEmpty && seen.markdown ? 'texts.take_page_down' : 'texts.publish')}
          </ActionButton>
          <Link to="/admin/texts" className="btn btn-outline">
            {t('texts.all_pages')}
          </Link>
          {isUnanswered && <p className="text-quiet text-sm">{t('texts.questions_left')}</p>}
        </div>
      </form>
    </>
  );
}

/** Which of the school's languages is being written; each is published with the others. */
function LanguageTabs({
  languages,
  current,
  isWritten,
  onChoose,
}: {
  languages: readonly Shipped[];
  current: Shipped;
  isWritten: (code: Shipped) => boolean;
  onChoose: (code: Shipped) => void;
}) {
  return (
    <fieldset className="mb-5 flex flex-wrap gap-2" aria-label={t('texts.language')}>
      {languages.map((code) => (
        <button
          key={code}
          type="button"
          aria-pressed={code === current}
          className={`btn btn-sm ${code === current ? 'btn-primary' : 'btn-outline'}`}
          onClick={() => onChoose(code)}
        >
          {isWritten(code) ? nameOf(code) : t('texts.language_unwritten', { language: nameOf(code) })}
        </button>
      ))}
    </fieldset>
  );
}

/** Asks of each translation that stays as it is while the text in the default language changes. */
function Unchanged({
  languages,
  said,
  isEdited,
}: {
  languages: readonly Shipped[];
  said: Words;
  isEdited: (code: Shipped) => boolean;
}) {
  const first = defaultOf(languages);
  const left = languages.filter((code) => code !== first && said[code] && !isEdited(code));
  if (!said[first] || !isEdited(first)) return null;
  return left.map((code) => (
    <p key={code} role="status" className="mt-4 text-sm">
      {t('texts.translation_unchanged', { changed: nameOf(first), language: nameOf(code) })}
    </p>
  ));
}

/** Offers a beginning; its questions are never published. */
function Outline({ onTake }: { onTake: () => void }) {
  return (
    <section aria-labelledby="outline" className="mb-6 rounded-card bg-mist/60 p-5">
      <h2 id="outline" className="text-subheading">
        {t('texts.where_to_begin')}
      </h2>
      <p className="mt-2">{t('texts.outline_is')}</p>
      <button type="button" className="btn btn-outline btn-sm mt-4" onClick={onTake}>
        {t('texts.begin_with_outline')}
      </button>
    </section>
  );
}

/** Takes the focus: it says why nothing was saved. */
function ChangedMeanwhile({ version, markdown }: { version: number; markdown: string | undefined }) {
  return (
    <Meanwhile key={version} title={t('texts.changed_meanwhile')}>
      <p className="mt-2">{t('texts.nothing_saved_yet')}</p>
      <pre
        dir="auto"
        className="wrap-anywhere mt-4 max-h-72 overflow-auto whitespace-pre-wrap rounded-field bg-base-100 p-4 text-sm"
      >
        {markdown || t('texts.was_taken_down')}
      </pre>
    </Meanwhile>
  );
}
