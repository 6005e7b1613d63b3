import { useState } from 'react';
import { type Review, type ReviewPart, reviewCalls, WORDED } from '#contract/reviews/calls.ts';
import { NoteDraft } from '#contract/reviews/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/field.tsx';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { reviewChanges } from './changes.ts';
import { FieldWords, placeName } from './places.tsx';

const api = apiOf(reviewCalls);

/** Words without what a text area changes of them. */
const plain = (words: string) => words.replaceAll('\r\n', '\n').trim();

type Seen = { version: number; words: string };

/**
 * Writes beside a place. Where it was changed meanwhile, what was read and what stands there now are shown, and what
 * was typed stays to be written still.
 */
export function NoteDialog({
  review: { _id: id, kind, version },
  part,
  onClose,
}: {
  review: Review;
  part: ReviewPart;
  onClose: () => void;
}) {
  const save = useSave(reviewChanges);
  const lang = useOwnLanguage();
  const [seen, setSeen] = useState<Seen>({ version, words: part.words });
  const [meanwhile, setMeanwhile] = useState<{ before: string; now: string | undefined }>();
  const place = part.paragraph === null ? { field: part.field } : { paragraph: part.paragraph };

  const form = useForm(NoteDraft, {
    toInput: ({ words = '', proposal = '' }) => ({
      words,
      // What was left as it stands is no proposal.
      proposal: [seen.words, part.words].some((one) => plain(proposal) === plain(one)) ? '' : proposal,
    }),
    async send({ words, proposal }) {
      const said = { ...(words && { words }), ...(proposal && { proposal }) };
      const outcome = await save('addNote', { kind, id, note: { ...place, ...said, version: seen.version } });
      if (!outcome.isDone && outcome.refusal?.code === 'changed-meanwhile') await takeUp();
      return outcome;
    },
    onSaved: onClose,
  });

  async function takeUp() {
    const now = await api.readReview({ params: { kind, id } }).catch(() => undefined);
    if (!now) return;
    const there = now.parts.find((one) => one.field === part.field && one.paragraph === part.paragraph);
    setMeanwhile({ before: seen.words, now: there?.words });
    setSeen({ version: now.version, words: there?.words ?? '' });
  }

  return (
    <FormDialog
      title={t('reviews.note_beside_of', { place: placeName(part) })}
      action={t('reviews.send_note')}
      of={form}
      onClose={onClose}
    >
      {meanwhile ? (
        <Both key={seen.version} {...meanwhile} />
      ) : (
        <figure>
          <figcaption className="text-quiet text-sm">{t('reviews.words_are_about')}</figcaption>
          <blockquote
            dir="auto"
            className="wrap-anywhere mt-1 max-h-40 overflow-y-auto whitespace-pre-line border-base-300 border-s-4 ps-4"
          >
            <FieldWords field={part.field} words={part.words} />
          </blockquote>
        </figure>
      )}
      <TextAreaField label={t('reviews.your_note')} name="words" rows={3} dir="auto" />
      {WORDED.has(part.field) && (
        <TextAreaField
          label={t('reviews.your_proposal')}
          name="proposal"
          rows={4}
          lang={lang}
          dir="auto"
          defaultValue={part.words}
          hint={t('reviews.your_proposal_hint')}
        />
      )}
    </FormDialog>
  );
}

/** What was read, and what stands there now. */
function Both({ before, now }: { before: string; now: string | undefined }) {
  const words =
    'wrap-anywhere mt-1 max-h-40 overflow-y-auto whitespace-pre-line rounded-field bg-base-100 p-3';
  return (
    <Meanwhile title={t('reviews.changed_meanwhile')}>
      {before === now ? (
        <p className="mt-2">{t('reviews.others_changed')}</p>
      ) : (
        <>
          <p className="mt-2 font-medium text-sm">{t('reviews.you_read')}</p>
          <blockquote dir="auto" className={words}>
            {before}
          </blockquote>
          <p className="mt-2 font-medium text-sm">
            {now === undefined ? t('reviews.it_is_gone') : t('reviews.it_is_now')}
          </p>
          {now !== undefined && (
            <blockquote dir="auto" className={words}>
              {now}
            </blockquote>
          )}
        </>
      )}
      <p className="mt-2">{t('common.nothing_was_saved_yet')}</p>
    </Meanwhile>
  );
}
