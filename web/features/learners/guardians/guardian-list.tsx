import { useState } from 'react';
import type { Guardians, Learner } from '#contract/learners/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { familyChanges } from '#web/features/learners/changes.ts';
import { calledName } from '#web/features/learners/learner-words.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
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
  const whom = learner.self ? 'you' : calledName(learner);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grow basis-full sm:basis-44">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-quiet text-sm">{email}</p>
        <p className="text-sm">May {rightsWords(guardian)}.</p>
      </div>
      <div className="flex gap-2">
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('change')}>
          Edit permissions<span className="sr-only"> ({name})</span>
        </button>
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('end')}>
          End
          <span className="sr-only">
            {' '}
            that {name} looks after {whom}
          </span>
        </button>
      </div>
      {open === 'change' && <GuardianDialog learner={learner} guardian={guardian} onClose={close} />}
      {open === 'end' && (
        <ConfirmDialog
          title={`Remove ${name} as a guardian?`}
          confirmLabel="Remove"
          cancelLabel="Cancel"
          onConfirm={() =>
            run({ learnerid: learner._id, userid, done: `${name} is no longer a guardian of ${whom}` })
          }
          onClose={close}
        >
          <p>
            {name} no longer sees anything about {whom} here. Places that {name} paid for are kept.
          </p>
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
        <p className="text-quiet text-sm">
          Invited by email, not accepted yet. The link works until {day(until)}.
        </p>
      </div>
      <Withdraw learner={learner} email={email} what={`the invitation to ${email}`} />
    </li>
  );
}

/** An account of their own that a learner is offered, until it is accepted. */
export function OwnAccountOffer({ learner, claim: { email, until } }: { learner: Learner; claim: Claim }) {
  const { day } = useFormats();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <p className="wrap-anywhere grow basis-full sm:basis-44">
        Own account offered to <span className="font-medium">{email}</span>, until {day(until)}.
      </p>
      <Withdraw learner={learner} email={email} what={`the offer of an own account to ${email}`} />
    </div>
  );
}

function Withdraw({ learner, email, what }: { learner: Learner; email: string; what: string }) {
  const { run, isBusy } = useChange(familyChanges, 'withdrawClaim');
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={isBusy}
      onClick={() => run({ learnerid: learner._id, email })}
    >
      Withdraw<span className="sr-only"> {what}</span>
    </ActionButton>
  );
}
