import { type ReactNode, useId, useState } from 'react';
import type { Review, ReviewNote, ReviewPart } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';
import { NoteCard } from './note-card.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { FieldWords, placeName } from './places.tsx';

type Place = { part: ReviewPart; notes: ReviewNote[] };

/** Every part with its notes; one whose place is gone stands with the last of its field. */
function placesOf({ parts, notes }: Review): Place[] {
  const places: Place[] = parts.map((part) => ({ part, notes: [] }));
  for (const note of notes) {
    const ofField = places.filter(({ part }) => part.field === note.field);
    const exact = ofField.find(({ part }) => part.paragraph === note.paragraph);
    (exact ?? ofField.at(-1))?.notes.push(note);
  }
  return places;
}

/** What an admin looks at again: what is another, and what was not settled by taking it. */
const isToSee = ({ part, notes }: Place) => part.changed || notes.some(({ takenat }) => takenat === null);

/**
 * A class or a post, part by part, with what was written beside it: to an admin who has looked before what changed
 * since, to its teacher what was written; and at a tap all of it.
 */
export function ReviewView({ review, isTeacher }: { review: Review; isTeacher: boolean }) {
  const name = useId();
  const [isAll, setIsAll] = useState(isTeacher ? review.notes.length === 0 : review.since === null);
  const places = placesOf(review);
  const shown = isAll ? places : places.filter(isTeacher ? ({ notes }) => notes.length > 0 : isToSee);
  const struck = isAll || !isTeacher ? review.struck : [];
  const less = isTeacher ? t('reviews.show_noted') : t('reviews.show_changed');
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="join">
          <legend className="sr-only">{t('reviews.shown')}</legend>
          {[
            { label: less, isChosen: !isAll, all: false },
            { label: t('reviews.show_all'), isChosen: isAll, all: true },
          ].map(({ label, isChosen, all }) => (
            <input
              key={String(all)}
              type="radio"
              name={name}
              aria-label={label}
              className="btn btn-outline btn-sm join-item border-base-300 checked:btn-primary"
              checked={isChosen}
              onChange={() => setIsAll(all)}
            />
          ))}
        </fieldset>
        {review.since && (
          <p className="text-quiet text-sm">
            {rich('reviews.last_look', { moment: <Moment at={review.since} /> })}
          </p>
        )}
      </div>
      {shown.length === 0 && struck.length === 0 && (
        <p className="panel p-5">{t(isTeacher ? 'reviews.nothing_written' : 'reviews.nothing_changed')}</p>
      )}
      <ol className="panel divide-y divide-base-300 empty:hidden">
        {shown.map((place) => (
          <PlaceRow
            key={`${place.part.field} ${place.part.paragraph}`}
            {...place}
            review={review}
            isTeacher={isTeacher}
          />
        ))}
      </ol>
      {struck.length > 0 && <Struck paragraphs={struck} />}
    </>
  );
}

const Changed = ({ children }: { children: ReactNode }) => (
  <span className="badge badge-warning badge-sm font-semibold">{children}</span>
);

function PlaceRow({ part, notes, review, isTeacher }: Place & { review: Review; isTeacher: boolean }) {
  const id = useId();
  const lang = useOwnLanguage();
  const name = placeName(part);
  const quote = 'wrap-anywhere whitespace-pre-line';
  return (
    <li className="px-5 py-4">
      <section
        aria-labelledby={id}
        className={notes.length > 0 ? 'grid gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : ''}
      >
        <div className="min-w-0">
          <div className="flex items-start justify-between gap-3">
            <h2
              id={id}
              className="mb-1 flex flex-wrap items-center gap-2 font-sans font-semibold text-quiet text-sm"
            >
              {name}
              {part.changed && (
                <Changed>{part.was === null ? t('reviews.new') : t('reviews.changed')}</Changed>
              )}
            </h2>
            {!isTeacher && review.open && (
              <DialogButton
                label={t('reviews.note_beside')}
                of={name}
                className="btn btn-outline btn-sm shrink-0"
              >
                {(close) => <NoteDialog review={review} part={part} onClose={close} />}
              </DialogButton>
            )}
          </div>
          {part.changed && part.was !== null && (
            <p className="mb-2 text-quiet text-sm">
              {t('reviews.before')}{' '}
              <del dir="auto" lang={lang} className={quote}>
                <FieldWords field={part.field} words={part.was} />
              </del>
            </p>
          )}
          <div id={`${id}-words`} dir="auto" className={quote}>
            {part.changed ? (
              <ins className="no-underline">
                <FieldWords field={part.field} words={part.words} />
              </ins>
            ) : (
              <FieldWords field={part.field} words={part.words} />
            )}
          </div>
        </div>
        {notes.length > 0 && (
          <div className="min-w-0 space-y-3">
            {notes.map((note) => (
              <NoteCard
                key={note._id}
                review={review}
                note={note}
                isTeacher={isTeacher}
                wordsId={`${id}-words`}
              />
            ))}
          </div>
        )}
      </section>
    </li>
  );
}

function Struck({ paragraphs }: { paragraphs: readonly string[] }) {
  const id = useId();
  const lang = useOwnLanguage();
  return (
    <section aria-labelledby={id} className="panel mt-4 p-5">
      <h2 id={id} className="mb-2 font-sans font-semibold text-quiet text-sm">
        {t('reviews.struck')}
      </h2>
      {paragraphs.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same words
        <p key={at} dir="auto" className="wrap-anywhere mt-2 whitespace-pre-line">
          <del lang={lang}>{words}</del>
        </p>
      ))}
    </section>
  );
}
