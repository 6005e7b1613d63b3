import type { SavedCard } from '#contract/mandates/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { mandateChanges } from './changes.ts';
import { isGood } from './saved-card.ts';

/** The card that a family has saved, with what they agreed to; nothing where there is none. */
export function SavedCards({ cards }: { cards: readonly SavedCard[] }) {
  const { run } = useChange(mandateChanges, 'forgetCards');
  const [newest] = cards;
  if (!newest) return null;
  return (
    <section className="panel mt-8 p-5" aria-labelledby="saved-card">
      <h2 id="saved-card" className="text-subheading">
        {t('mandates.saved_card')}
      </h2>
      <ul className="mt-3 space-y-3">
        {cards.map((card) => (
          <li key={card._id}>
            <p className="font-medium">
              {rich(isGood(card) ? 'mandates.good_until' : 'mandates.has_expired', {
                last4: card.last4,
                until: <Day at={card.until} />,
                day: <Moment at={card.consentedat} />,
              })}
            </p>
            <p className="text-quiet text-sm">{card.words}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <DialogButton label={t('mandates.remove')} className="btn btn-outline">
          {(close) => (
            <ConfirmDialog
              title={t('mandates.remove_title', { last4: newest.last4 })}
              confirmLabel={t('mandates.remove')}
              cancelLabel={t('mandates.keep')}
              onConfirm={() => run()}
              onClose={close}
            >
              <p>{t('mandates.remove_what')}</p>
            </ConfirmDialog>
          )}
        </DialogButton>
      </div>
    </section>
  );
}
