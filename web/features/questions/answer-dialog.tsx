import { type FormEvent, useRef } from 'react';
import { ANSWER_MAX, type Question } from '#contract/questions/calls.ts';
import { AnswerDraft } from '#contract/questions/form.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { TextAreaField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { questionChanges } from './changes.ts';

/** Answers a question by mail; stays open with what was typed when that fails. */
export function AnswerDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { _id: id, text, name, email } = question;
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(AnswerDraft, form);
  const { isBusy, problem, run } = useChange(questionChanges, 'answer');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answer = String(new FormData(event.currentTarget).get('answer')).trim();
    if (check({ answer }) && (await run({ id, answer })).isDone) onClose();
  }

  return (
    <Dialog title={`Answer ${name || email}`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line border-base-300 border-s-4 ps-4">
          {text}
        </blockquote>
        <TextAreaField
          label="Your answer"
          name="answer"
          rows={6}
          maxLength={ANSWER_MAX}
          hint={`It goes to ${email}.`}
          error={faults.answer}
          onChange={() => clear('answer')}
        />
        <DialogFoot action="Send the answer" problem={problem} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
