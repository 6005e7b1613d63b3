import { useState } from 'react';
import type { Guardians, Learner } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { familyChanges } from '#web/features/learners/changes.ts';
import { whoIs } from '#web/features/learners/learner-words.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { GuardianDialog } from './guardian-dialog.tsx';
import { rightsWords } from './rights-words.ts';

type Guardian = Guardians['guardians'][number];
type Claim = Guardians['claims'][number];

/** Who looks after a learner beside the account that pays, and who is asked to. */
export function GuardianList({
  learner,
  guardians,
  claims,
}: {
  learner: Learner;
  guardians: readonly Guardian[];
  claims: readonly Claim[];
}) {
  return (
    <ul className="divide-y divide-base-300">
      {guardians.map((guardian) => (
        <GuardianItem key={guardian.userid} learner={learner} guardian={guardian} />
      ))}
      {claims.map((claim) => (
        <ClaimItem key={claim.email} learner={learner} claim={claim} />
      ))}
    </ul>
  );
}

function GuardianItem({ learner, guardian }: { learner: Learner; guardian: Guardian }) {
  const { run } = useChange(familyChanges, 'deleteGuardian');
  const [open, setOpen] = useState<'change' | 'end'>();
  const { name, email, userid } = guardian;
  const close = () => setOpen(undefined);
  const whom = whoIs(learner);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-quiet text-sm">{email}</p>
        <p className="text-sm">{t('learners.may', { rights: rightsWords(guardian) })}</p>
      </div>
      <div className="flex gap-2">
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('change')}>
          {rich('learners.edit_permissions', {
            name,
            hidden: (words) => <span className="sr-only">{words}</span>,
          })}
        </button>
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('end')}>
          {rich('learners.end_that_looks_after', {
            name,
            ...whom,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      </div>
      {open === 'change' && <GuardianDialog learner={learner} guardian={guardian} onClose={close} />}
      {open === 'end' && (
        <ConfirmDialog
          title={t('learners.remove_as_guardian', { name })}
          confirmLabel={t('common.remove')}
          cancelLabel={t('common.cancel')}
          onConfirm={() =>
            run({
              learnerid: learner._id,
              userid,
              done: t('learners.is_no_longer_guardian_of', { name, ...whom }),
            })
          }
          onClose={close}
        >
          <p>{t('learners.guardian_end_lead', { name, ...whom })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function ClaimItem({ learner, claim: { email, until } }: { learner: Learner; claim: Claim }) {
  const { day } = useFormats();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="text-quiet text-sm">{t('learners.invited_until', { day: day(until) })}</p>
      </div>
      <Withdraw learner={learner} email={email} isOffer={false} />
    </li>
  );
}

/** An account of their own that a learner is offered, until it is accepted. */
export function OwnAccountOffer({ learner, claim: { email, until } }: { learner: Learner; claim: Claim }) {
  const { day } = useFormats();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <p className="wrap-anywhere grow basis-full sm:basis-44">
        {rich('learners.own_account_offered', {
          email: <span className="font-medium">{email}</span>,
          day: day(until),
        })}
      </p>
      <Withdraw learner={learner} email={email} isOffer />
    </div>
  );
}

type WithdrawProps = {
  learner: Learner;
  email: string;
  /** Of an account of their own; else the invitation of a guardian. */
  isOffer: boolean;
};

function Withdraw({ learner, email, isOffer }: WithdrawProps) {
  const { run, isBusy } = useChange(familyChanges, 'withdrawClaim');
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={isBusy}
      onClick={() => run({ learnerid: learner._id, email })}
    >
      {rich(isOffer ? 'learners.withdraw_offer' : 'learners.withdraw_invitation', {
        email,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </ActionButton>
  );
}
