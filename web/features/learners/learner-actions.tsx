import { useState } from 'react';
import type { Learner } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { familyChanges } from './changes.ts';
import { useOwnGuardians } from './guardians/guardian-actions.ts';
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
  const { save } = useOwnGuardians(learner._id);
  const age = useAge()(learner);
  const { self, own, mayenrol } = learner;
  const name = calledName(learner);
  return (
    <div className="mt-auto flex flex-wrap gap-2 border-base-300 border-t pt-4">
      {mayenrol && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('change')}>
          {rich('learners.change_hidden', {
            name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      )}
      {own && !self && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('guardian')}>
          {rich('learners.add_another_parent_of', {
            name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      )}
      {own && !self && !hasOffer && (age === null || age >= TAKEOVER_AGE) && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('takeover')}>
          {t('learners.give_own_account', { name })}
        </button>
      )}
      {own && !self && (
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('remove')}>
          {rich('learners.remove_hidden', {
            name,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      )}
      {!own && (
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('leave')}>
          {t('learners.stop_looking_after', { name })}
        </button>
      )}
      {open === 'change' && <LearnerDialog learner={learner} onClose={close} />}
      {open === 'guardian' && <GuardianDialog learner={learner} save={save} onClose={close} />}
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
      title={t('common.remove_named', { name })}
      confirmLabel={t('common.remove')}
      cancelLabel={t('learners.keep', { name })}
      onConfirm={() => run({ id: learner._id, name })}
      onClose={onClose}
    >
      <p>{t('learners.remove_lead', { name })}</p>
    </ConfirmDialog>
  );
}

function LeaveDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { run } = useChange(familyChanges, 'deleteGuardian');
  const name = calledName(learner);
  return (
    <ConfirmDialog
      title={t('learners.stop_looking_after_question', { name })}
      confirmLabel={t('learners.stop_looking_after', { name })}
      cancelLabel={t('common.cancel')}
      onConfirm={() =>
        run({
          learnerid: learner._id,
          userid: signedInUser()._id,
          done: t('learners.you_no_longer_look_after', { name }),
        })
      }
      onClose={onClose}
    >
      <p>{t('learners.stop_looking_after_lead', { name })}</p>
    </ConfirmDialog>
  );
}
