import { useState } from 'react';
import type { Learner } from '#contract/learners/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { familyChanges } from './changes.ts';
import { GuardianDialog, TakeoverDialog } from './guardians/guardian-dialog.tsx';
import { LearnerDialog } from './learner-dialog.tsx';
import { calledName, useAge } from './learner-words.ts';

/** Who is younger has no account of their own yet. */
const TAKEOVER_AGE = 13;

type Dialog = 'change' | 'guardian' | 'takeover' | 'remove' | 'leave';

/** What can be done for one of the family, by the one who looks at it. */
export function LearnerActions({
  learner,
  hasOffer,
}: {
  learner: Learner;
  /** Whether they are offered an account of their own already. */
  hasOffer: boolean;
}) {
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const age = useAge()(learner);
  const { self, own, mayenrol } = learner;
  const name = calledName(learner);
  return (
    <div className="mt-auto flex flex-wrap gap-2 border-base-300 border-t pt-4">
      {mayenrol && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('change')}>
          Change<span className="sr-only"> {name}</span>
        </button>
      )}
      {own && !self && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('guardian')}>
          Add another parent<span className="sr-only"> of {name}</span>
        </button>
      )}
      {own && !self && !hasOffer && (age === null || age >= TAKEOVER_AGE) && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('takeover')}>
          Give {name} their own account
        </button>
      )}
      {own && !self && (
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('remove')}>
          Remove<span className="sr-only"> {name}</span>
        </button>
      )}
      {!own && (
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('leave')}>
          Stop looking after {name}
        </button>
      )}
      {open === 'change' && <LearnerDialog learner={learner} onClose={close} />}
      {open === 'guardian' && <GuardianDialog learner={learner} onClose={close} />}
      {open === 'takeover' && <TakeoverDialog learner={learner} onClose={close} />}
      {open === 'remove' && <RemoveDialog learner={learner} onClose={close} />}
      {open === 'leave' && <LeaveDialog learner={learner} onClose={close} />}
    </div>
  );
}

function RemoveDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { run } = useChange(familyChanges, 'deleteLearner');
  const name = calledName(learner);
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      cancelLabel={`Keep ${name}`}
      onConfirm={() => run({ id: learner._id, name })}
      onClose={onClose}
    >
      <p>
        {name}’s selected classes and waiting lists are removed too. This cannot be undone. If {name} is
        enrolled in a class, cancel that first.
      </p>
    </ConfirmDialog>
  );
}

function LeaveDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { run } = useChange(familyChanges, 'deleteGuardian');
  const name = calledName(learner);
  return (
    <ConfirmDialog
      title={`Stop looking after ${name}?`}
      confirmLabel={`Stop looking after ${name}`}
      cancelLabel="Cancel"
      onConfirm={() =>
        run({
          learnerid: learner._id,
          userid: signedInUser()._id,
          done: `You no longer look after ${name}`,
        })
      }
      onClose={onClose}
    >
      <p>
        You no longer see {name} here. Places that you paid for are kept. To look after {name} again, you need
        a new invitation.
      </p>
    </ConfirmDialog>
  );
}
