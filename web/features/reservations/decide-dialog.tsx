import { useState } from 'react';
import type { AdminClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { decidingChanges } from './changes.ts';

type Props = { item: AdminClass; onClose: () => void };

/** Lets the office decide whether a class runs before its day, or with fewer than it needs. */
export function DecideDialog({ item, onClose }: Props) {
  const { _id: id, classname, joined = 0, runsfrom = 0, decideby } = item;
  const { day } = useFormats();
  const { isBusy, problem, run } = useChange(decidingChanges, 'decideClass');
  // What is sent twice is decided once.
  const [key] = useState(() => crypto.randomUUID());
  async function decide(runs: boolean) {
    if ((await run({ id, runs, key })).isDone) onClose();
  }
  return (
    <Dialog title={t('reservations.decide_title')} onClose={onClose}>
      <p>
        {rich('reservations.decide_lead', {
          class: (
            <strong>
              <OwnWords>{classname}</OwnWords>
            </strong>
          ),
          count: joined,
          of: runsfrom,
        })}
      </p>
      {decideby && (
        <p className="mt-2 text-quiet">{t('reservations.decides_itself', { day: day(decideby) })}</p>
      )}
      <ul className="mt-3 list-disc space-y-1 ps-5">
        <li>{t('reservations.if_it_runs')}</li>
        <li>{t('reservations.if_it_does_not')}</li>
      </ul>
      <p role="alert" className={problem ? 'mt-3 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('reservations.wait')}
        </button>
        <ActionButton className="btn btn-outline btn-error" isBusy={isBusy} onClick={() => decide(false)}>
          {t('reservations.does_not_run')}
        </ActionButton>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={() => decide(true)}>
          {t('reservations.runs')}
        </ActionButton>
      </div>
    </Dialog>
  );
}
