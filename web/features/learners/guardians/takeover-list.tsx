import { useState } from 'react';
import type { Guardians } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { familyChanges } from '#web/features/learners/changes.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';

type Takeover = Guardians['takeovers'][number];

/** Who has an account of their own since a few days, for as long as that can be taken back. */
export function TakeoverList({ takeovers }: { takeovers: readonly Takeover[] }) {
  if (takeovers.length === 0) return null;
  return (
    <section aria-labelledby="takeovers" className="panel mt-8 p-5 sm:p-7">
      <h2 id="takeovers" className="text-subheading">
        {t('learners.now_has_their_own_account')}
      </h2>
      <ul className="mt-3 divide-y divide-base-300">
        {takeovers.map((takeover) => (
          <Item key={takeover.learnerid} takeover={takeover} />
        ))}
      </ul>
    </section>
  );
}

function Item({ takeover: { learnerid, learnername, email, until } }: { takeover: Takeover }) {
  const { run } = useChange(familyChanges, 'takeBackLearner');
  const [isAsking, setIsAsking] = useState(false);
  const { day } = useFormats();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">{learnername}</p>
        <p className="wrap-anywhere text-quiet text-sm">
          {t('learners.take_back_until', { email, day: day(until) })}
        </p>
      </div>
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        {rich('learners.take_back_named', {
          learnername,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('learners.take_back_question', { learnername })}
          confirmLabel={t('learners.take_back')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => run({ id: learnerid, name: learnername })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('learners.take_back_lead', { learnername, email })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
