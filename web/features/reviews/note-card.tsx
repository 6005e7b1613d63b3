import { useState } from 'react';
import type { Review, ReviewNote } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { reviewChanges } from './changes.ts';
import { FieldWords, placeName, shortly } from './places.tsx';

type Props = {
  review: Review;
  note: ReviewNote;
  /** Whether who reads it is its teacher, who answers. */
  isTeacher: boolean;
  /** The id of the element with the words that it is about, for screen readers. */
  wordsId: string;
};

/** A note beside a place, with what was answered. */
export function NoteCard({ review, note, isTeacher, wordsId }: Props) {
  const { changed, words, answer, takenat, authorname, createdat } = note;
  const lang = useOwnLanguage();
  const place = placeName(note);
  const about = shortly(note.about);
  return (
    <article
      aria-label={about ? t('reviews.note_on', { place, words: about }) : place}
      aria-describedby={changed ? undefined : wordsId}
      className="rounded-field border border-error/40 border-s-4 border-s-error bg-base-100 p-4"
    >
      <p className="text-quiet text-xs">
        {rich('reviews.wrote', { name: authorname, moment: <Moment at={createdat} /> })}
      </p>
      {words && (
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
          {words}
        </p>
      )}
      {changed && !takenat && (
        <div className="mt-2 rounded-field bg-honey p-3 text-sm">
          <p>{t('reviews.was_about')}</p>
          <blockquote dir="auto" lang={lang} className="wrap-anywhere mt-1 whitespace-pre-line line-through">
            <FieldWords field={note.field} words={note.about} />
          </blockquote>
          <p className="mt-2">{note.now === null ? t('reviews.it_is_gone') : t('reviews.it_is_now')}</p>
          {note.now !== null && (
            <blockquote dir="auto" lang={lang} className="wrap-anywhere mt-1 whitespace-pre-line">
              <FieldWords field={note.field} words={note.now} />
            </blockquote>
          )}
        </div>
      )}
      <Proposal note={note} />
      {answer !== null && (
        <div className="mt-3 border-base-300 border-s-2 ps-3">
          <p className="font-medium text-sm">{t('reviews.the_answer', { name: review.teachername })}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </div>
      )}
      {isTeacher && (
        <div className="mt-3 flex flex-wrap gap-2">
          {note.proposal !== null && takenat === null && !changed && <TakeButton note={note} />}
          <DialogButton label={answer === null ? t('reviews.answer') : t('reviews.answer_again')} of={place}>
            {(close) => <AnswerDialog note={note} onClose={close} />}
          </DialogButton>
        </div>
      )}
      {note.own && <DeleteNote note={note} />}
    </article>
  );
}

function Proposal({ note: { proposal, takenat } }: Pick<Props, 'note'>) {
  const lang = useOwnLanguage();
  if (proposal === null) return null;
  return (
    <div className="mt-3">
      <p className="font-medium text-sm">{t('reviews.proposed')}</p>
      <blockquote
        dir="auto"
        lang={lang}
        className="wrap-anywhere mt-1 whitespace-pre-line rounded-field bg-mist/60 px-3 py-2"
      >
        {proposal}
      </blockquote>
      {takenat !== null && <p className="badge badge-success mt-2 font-semibold">{t('reviews.taken')}</p>}
    </div>
  );
}

function TakeButton({ note }: Pick<Props, 'note'>) {
  const { isBusy, run } = useChange(reviewChanges, 'takeNote');
  return (
    <ActionButton
      className="btn btn-primary btn-sm"
      aria-label={t('reviews.take_of', { place: placeName(note) })}
      isBusy={isBusy}
      onClick={() => run({ id: note._id })}
    >
      {t('reviews.take')}
    </ActionButton>
  );
}

function DeleteNote({ note }: Pick<Props, 'note'>) {
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useChange(reviewChanges, 'deleteNote');
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm mt-2 text-error"
        aria-label={t('reviews.delete_of', { place: placeName(note) })}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        {t('reviews.delete')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('reviews.ask_delete')}
          confirmLabel={t('common.delete')}
          onConfirm={() => run({ id: note._id })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('reviews.delete_means')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
