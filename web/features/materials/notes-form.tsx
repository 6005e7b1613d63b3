import { type FormEvent, useRef, useState } from 'react';
import { type LessonNotes, materialCalls } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { MarkdownEditor } from '#web/components/form/markdown-editor.tsx';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { Restored } from '#web/components/form/restored.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useKeptDraft } from '#web/lib/drafts/kept-draft.ts';
import { materialChanges } from './changes.ts';

const api = apiOf(materialCalls);

/**
 * What the learners of a lesson are to practise. What is typed is never lost: where someone else has saved
 * meanwhile, it stands beside what the notes say now.
 */
export function NotesForm({ notes, isUploading }: { notes: LessonNotes; isUploading: boolean }) {
  const { _id: id } = notes.lesson;
  const form = useRef<HTMLFormElement>(null);
  const write = useChange(materialChanges, 'writeNotes');
  const draft = useKeptDraft(form, `notes ${id}`);
  // What the form began with, and what was saved here or elsewhere since.
  const [seen, setSeen] = useState<Pick<LessonNotes, 'markdown' | 'version'>>(notes);
  const [typed, setTyped] = useState(draft.before?.fields.markdown ?? notes.markdown);
  const [meanwhile, setMeanwhile] = useState<string>();
  const isChanged = typed !== seen.markdown;

  function type(markdown: string) {
    setTyped(markdown);
    draft.keep({ initial: { markdown: seen.markdown }, fields: { markdown }, version: seen.version });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    // The sign-in may have ended meanwhile.
    draft.flush();
    const outcome = await write.run({ id, markdown: typed, version: seen.version });
    if (outcome.isDone) draft.forget();
    else if (outcome.refusal?.code !== 'changed-meanwhile') return;
    const now = await api.readLessonNotes({ params: { id } }).catch(() => undefined);
    if (!now) return;
    setSeen(now);
    if (outcome.isDone) setTyped((words) => (words === typed ? now.markdown : words));
    setMeanwhile(outcome.isDone ? undefined : now.markdown);
  }

  function discard() {
    draft.forget();
    setTyped(seen.markdown);
  }

  return (
    <>
      {draft.before && meanwhile === undefined && (
        <Restored
          keptat={draft.before.keptat}
          stale={draft.before.version === seen.version ? undefined : t('materials.saved_since')}
          onDiscard={discard}
        />
      )}
      {meanwhile !== undefined && (
        <Meanwhile title={t('materials.changed_meanwhile')}>
          <p className="mt-2">{t('materials.nothing_saved_yet')}</p>
          <pre
            dir="auto"
            className="wrap-anywhere mt-3 whitespace-pre-wrap rounded-field bg-base-100 p-3 text-sm"
          >
            {meanwhile || t('materials.now_empty')}
          </pre>
        </Meanwhile>
      )}
      <form ref={form} onSubmit={save}>
        <MarkdownEditor
          label={t('materials.what_to_practise')}
          name="markdown"
          rows={10}
          hasPictures={false}
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={write.problem && meanwhile === undefined ? write.problem : undefined}
        />
        <LeaveGuard
          form={form}
          isChanged={!write.isBusy && (isChanged || isUploading)}
          isKept={draft.isKept && !isUploading}
        />
        <ActionButton
          type="submit"
          className="btn btn-primary mt-4"
          isBusy={write.isBusy}
          isUnavailable={!isChanged}
        >
          {t('materials.save_notes')}
        </ActionButton>
      </form>
    </>
  );
}
