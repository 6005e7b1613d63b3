import { useState } from 'react';
import { Link } from 'react-router';
import type { Guardians, Learner } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { whoIs } from '#web/features/learners/learner-words.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { type Guardian, type GuardianActions, useOwnGuardians } from './guardian-actions.ts';
import { GuardianDialog } from './guardian-dialog.tsx';
import { rightsWords } from './rights-words.ts';

type Whom = Pick<Learner, 'self' | 'firstname' | 'learnername'>;
type Claim = Pick<Guardians['claims'][number], 'email' | 'until'>;

/** Who looks after a learner beside the account that pays, and who is asked to. */
export function GuardianList({
  learner,
  guardians,
  claims,
  actions,
  pageOf,
}: {
  learner: Whom;
  guardians: readonly Guardian[];
  claims: readonly Claim[];
  actions: GuardianActions;
  /** The page of a guardian, for a reader who may open it. */
  pageOf?: (guardian: Guardian) => string;
}) {
  return (
    <ul className="divide-y divide-base-300">
      {guardians.map((guardian) => (
        <GuardianItem
          key={guardian.userid}
          learner={learner}
          guardian={guardian}
          actions={actions}
          page={pageOf?.(guardian)}
        />
      ))}
      {claims.map((claim) => (
        <ClaimItem key={claim.email} claim={claim} actions={actions} />
      ))}
    </ul>
  );
}

function GuardianItem({
  learner,
  guardian,
  actions,
  page,
}: {
  learner: Whom;
  guardian: Guardian;
  actions: GuardianActions;
  page: string | undefined;
}) {
  const [open, setOpen] = useState<'change' | 'end'>();
  const { name, email } = guardian;
  const close = () => setOpen(undefined);
  const whom = whoIs(learner);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">
          {page ? (
            <Link className="link" to={page}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
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
      {open === 'change' && (
        <GuardianDialog learner={learner} guardian={guardian} save={actions.save} onClose={close} />
      )}
      {open === 'end' && (
        <ConfirmDialog
          title={t('learners.remove_as_guardian', { name })}
          confirmLabel={t('common.remove')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => actions.end(guardian, t('learners.is_no_longer_guardian_of', { name, ...whom }))}
          onClose={close}
        >
          <p>{t('learners.guardian_end_lead', { name, ...whom })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function ClaimItem({
  claim: { email, until },
  actions: { withdraw },
}: {
  claim: Claim;
  actions: GuardianActions;
}) {
  const { day } = useFormats();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="text-quiet text-sm">{t('learners.invited_until', { day: day(until) })}</p>
      </div>
      <Withdraw email={email} isOffer={false} withdraw={withdraw} />
    </li>
  );
}

/** An account of their own that a learner is offered, until it is accepted. */
export function OwnAccountOffer({ learner, claim: { email, until } }: { learner: Learner; claim: Claim }) {
  const { day } = useFormats();
  const { withdraw } = useOwnGuardians(learner._id);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <p className="wrap-anywhere grow basis-full sm:basis-44">
        {rich('learners.own_account_offered', {
          email: <span className="font-medium">{email}</span>,
          day: day(until),
        })}
      </p>
      <Withdraw email={email} isOffer withdraw={withdraw} />
    </div>
  );
}

type WithdrawProps = Pick<GuardianActions, 'withdraw'> & {
  email: string;
  /** Of an account of their own; else the invitation of a guardian. */
  isOffer: boolean;
};

function Withdraw({ email, isOffer, withdraw }: WithdrawProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function run() {
    setIsBusy(true);
    await withdraw(email);
    setIsBusy(false);
  }
  return (
    <ActionButton className="btn btn-outline btn-sm" isBusy={isBusy} onClick={run}>
      {rich(isOffer ? 'learners.withdraw_offer' : 'learners.withdraw_invitation', {
        email,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </ActionButton>
  );
}
