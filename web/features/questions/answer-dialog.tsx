import type { Question } from '#contract/questions/calls.ts';
import { AnswerDraft } from '#contract/questions/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { questionChanges } from './changes.ts';

/** Answers a question by mail; stays open with what was typed when that fails. */
export function AnswerDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { _id: id, text, name, email } = question;
  const save = useSave(questionChanges);
  const form = useForm(AnswerDraft, {
    send: ({ answer }) => save('answer', { id, answer }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('questions.answer_to', { name: name || email })}
      action={t('questions.send_answer')}
      of={form}
      onClose={onClose}
    >
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line border-base-300 border-s-4 ps-4">
        {text}
      </blockquote>
      <TextAreaField
        label={t('questions.your_answer')}
        name="answer"
        rows={6}
        hint={t('questions.it_goes_to', { email })}
      />
    </FormDialog>
  );
}
