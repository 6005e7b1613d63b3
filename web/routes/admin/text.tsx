import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { isTextSlug, type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { defaultOf } from '#contract/translations.ts';
import { nameOf, type Shipped } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { MarkdownEditor } from '#web/components/form/markdown-editor.tsx';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { Restored } from '#web/components/form/restored.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Day } from '#web/components/time/written.tsx';
import { textChanges } from '#web/features/texts/changes.ts';
import { hasQuestions, outlineOf } from '#web/features/texts/outlines.ts';
import {
  carryOver,
  changedIn,
  draftOf,
  type Words,
  type WrittenText,
  wordsKept,
  wordsOf,
  writingOf,
} from '#web/features/texts/words.ts';
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

async function load(slug: TextSlug): Promise<WrittenText> {
  try {
    return await api.readText({ params: { slug } });
  } catch (error) {
    if (apiErrorOf(error)?.code === 'text-not-found') return { slug, markdown: '', version: 0 };
    throw error;
  }
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
function TextForm({ text }: { text: WrittenText }) {
  const { slug } = text;
  const form = useRef<HTMLFormElement>(null);
  const write = useChange(textChanges, 'writeText');
  const draft = useKeptDraft(form, `text ${slug}`);
  const { languages } = useConfig().school;
  const [current, setCurrent] = useState(defaultOf(languages));
  // What was typed is restored over what the text says.
  const [typed, setTyped] = useState(() => ({
    ...wordsOf(text, languages),
    ...wordsKept(draft.before?.fields, languages),
  }));
  // What the form began with, and what was saved elsewhere since.
  const [seen, setSeen] = useState<WrittenText>(text);
  // What the text says now in the languages that were saved elsewhere.
  const [meanwhile, setMeanwhile] = useState<Words>();
  const [isSaving, setIsSaving] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const said = wordsOf(seen, languages);
  const wordsIn = (code: Shipped) => typed[code] ?? '';
  const edited = changedIn(said, typed, languages);
  const isEdited = (code: Shipped) => edited.includes(code);
  const isEmpty = languages.every((code) => wordsIn(code).trim() === '');
  const isUnanswered = languages.some((code) => hasQuestions(slug, wordsIn(code)));

  function type(markdown: string) {
    const words = { ...typed, [current]: markdown };
    setTyped(words);
    draft.keep({ ...draftOf(said, words, languages), version: seen.version });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    // The sign-in may have ended meanwhile.
    draft.flush();
    const outcome = await write.run({ slug, version: seen.version, ...writingOf(said, typed, languages) });
    if (outcome.isDone) draft.forget();
    if (outcome.isDone || outcome.refusal?.code === 'changed-meanwhile') {
      const now = await load(slug).catch(() => seen);
      const says = wordsOf(now, languages);
      setSeen(now);
      setTyped((words) => carryOver(said, words, says, languages));
      const changed = changedIn(said, says, languages).map((code) => [code, says[code] ?? '']);
      setMeanwhile(outcome.isDone ? undefined : Object.fromEntries(changed));
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
      {meanwhile && <ChangedMeanwhile words={meanwhile} languages={languages} isTakenDown={!seen.markdown} />}
      <form ref={form} onSubmit={save} className="panel mt-6 p-5 sm:p-8">
        {languages.length > 1 && (
          <LanguageTabs
            languages={languages}
            current={current}
            isWritten={(code) => wordsIn(code).trim() !== ''}
            // A picture on its way goes into the text that it was added to.
            isUnavailable={isUploading}
            onChoose={setCurrent}
          />
        )}
        {isEmpty && <Outline onTake={() => type(outlineOf(slug))} />}
        <MarkdownEditor
          key={current}
          label={t('texts.text')}
          lang={langOf(current)}
          rows={24}
          value={wordsIn(current)}
          onChange={({ target }) => type(target.value)}
          error={write.problem && !meanwhile ? write.problem : undefined}
          onBusy={setIsUploading}
        />
        <LeaveGuard
          form={form}
          isChanged={!isSaving && (isUploading || edited.length > 0)}
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
            {t(isEmpty && seen.markdown ? 'texts.take_page_down' : 'common.publish')}
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

/** What the `lang` of words says: nothing where they are in the page's own language. */
const langOf = (code: Shipped) => (code === language() ? undefined : code);

function LanguageName({ code, isWritten }: { code: Shipped; isWritten: boolean }) {
  const name = <span lang={langOf(code)}>{nameOf(code)}</span>;
  // One box: a button sets its pieces apart.
  return isWritten ? name : <span>{rich('texts.language_unwritten', { language: name })}</span>;
}

/** Which of the school's languages is being written; each is published with the others. */
function LanguageTabs({
  languages,
  current,
  isWritten,
  isUnavailable,
  onChoose,
}: {
  languages: readonly Shipped[];
  current: Shipped;
  isWritten: (code: Shipped) => boolean;
  isUnavailable: boolean;
  onChoose: (code: Shipped) => void;
}) {
  return (
    <fieldset disabled={isUnavailable} className="mb-5 flex flex-wrap gap-2" aria-label={t('texts.language')}>
      {languages.map((code) => (
        <button
          key={code}
          type="button"
          aria-pressed={code === current}
          className={`btn btn-sm ${code === current ? 'btn-primary' : 'btn-outline'}`}
          onClick={() => onChoose(code)}
        >
          <LanguageName code={code} isWritten={isWritten(code)} />
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
function ChangedMeanwhile({
  words,
  languages,
  isTakenDown,
}: {
  words: Words;
  languages: readonly Shipped[];
  isTakenDown: boolean;
}) {
  const changed = languages.filter((code) => words[code] !== undefined);
  return (
    <Meanwhile key={JSON.stringify(words)} title={t('texts.changed_meanwhile')}>
      <p className="mt-2">{t('texts.nothing_saved_yet')}</p>
      {isTakenDown && <p className="mt-4">{t('texts.was_taken_down')}</p>}
      {!isTakenDown &&
        changed.map((code) => (
          <div key={code} className="mt-4">
            {languages.length > 1 && (
              <h3 className="mb-2 font-semibold text-sm">
                <LanguageName code={code} isWritten={Boolean(words[code])} />
              </h3>
            )}
            {words[code] && (
              <pre
                dir="auto"
                lang={langOf(code)}
                className="wrap-anywhere max-h-72 overflow-auto whitespace-pre-wrap rounded-field bg-base-100 p-4 text-sm"
              >
                {words[code]}
              </pre>
            )}
          </div>
        ))}
    </Meanwhile>
  );
}
