import { useId } from 'react';
import type { SavedCard } from '#contract/mandates/calls.ts';
import { t } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** Whether the saved card pays or another one. */
export function WhichCard({
  card,
  isSaved,
  isBusy,
  onChoose,
}: {
  card: SavedCard;
  isSaved: boolean;
  isBusy: boolean;
  onChoose: (isSaved: boolean) => void;
}) {
  const name = useId();
  return (
    <fieldset className="space-y-2" disabled={isBusy}>
      <legend className="sr-only">{t('mandates.saved_card')}</legend>
      {[true, false].map((isThis) => (
        <label key={String(isThis)} className="flex min-h-6 cursor-pointer items-start gap-3">
          <input
            type="radio"
            name={name}
            className="radio radio-sm radio-primary mt-0.5"
            checked={isSaved === isThis}
            onChange={() => onChoose(isThis)}
          />
          {isThis ? t('mandates.pay_with_saved', { last4: card.last4 }) : t('mandates.other_card')}
        </label>
      ))}
    </fieldset>
  );
}

/** Asks for the consent to saving the card, or says that it is saved, in the words that the school keeps. */
export function SaveCard({
  isChosen,
  isBusy,
  onChange,
}: {
  isChosen: boolean;
  isBusy: boolean;
  /** Left out where it is saved in any case. */
  onChange?: ((isChosen: boolean) => void) | undefined;
}) {
  const id = useId();
  const { school } = useConfig();
  if (!onChange)
    return <p className="text-quiet text-sm">{t('mandates.consent', { school: school.name })}</p>;
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="checkbox checkbox-sm checkbox-primary mt-0.5"
        checked={isChosen}
        disabled={isBusy}
        aria-describedby={`${id}-words`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="inline-block min-h-6 cursor-pointer font-medium">
          {t('mandates.save_card')}
        </label>
        <p id={`${id}-words`} className="text-quiet text-sm">
          {t('mandates.consent', { school: school.name })}
        </p>
      </div>
    </div>
  );
}
