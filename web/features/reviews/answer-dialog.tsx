import type { ReviewNote } from '#contract/reviews/calls.ts';
import { AnswerDraft } from '#contract/reviews/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { reviewChanges } from './changes.ts';
import { placeName } from './places.tsx';

/** Answers what the school wrote beside a place. */
export function AnswerDialog({ note, onClose }: { note: ReviewNote; onClose: () => void }) {
  const { _id: id, words, proposal } = note;
  const save = useSave(reviewChanges);
  const form = useForm(AnswerDraft, {
    send: ({ answer }) => save('answerNote', { id, answer }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('reviews.answer_of', { place: placeName(note) })}
      action={t('reviews.send_answer')}
      of={form}
      onClose={onClose}
    >
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line border-base-300 border-s-4 ps-4">
        {words ?? proposal}
      </blockquote>
      <TextAreaField
        label={t('reviews.your_answer')}
        name="answer"
        rows={4}
        dir="auto"
        defaultValue={note.answer ?? ''}
      />
    </FormDialog>
  );
}
