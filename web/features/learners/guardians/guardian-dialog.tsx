import type { ReactNode } from 'react';
import type { Learner, Rights } from '#contract/learners/calls.ts';
import { AskDraft } from '#contract/learners/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { familyChanges } from '#web/features/learners/changes.ts';
import { calledName, whoIs } from '#web/features/learners/learner-words.ts';
import { type Outcome, useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GuardianActions } from './guardian-actions.ts';
import { namesOf, type Right, rightChoices, rightsOf } from './rights-words.ts';

/** Invites a guardian, or changes the rights of the one that is given. */
export function GuardianDialog({
  learner,
  guardian,
  save,
  onClose,
}: {
  learner: Pick<Learner, 'self' | 'firstname' | 'learnername'>;
  guardian?: Rights & { name: string; email: string | null };
  save: GuardianActions['save'];
  onClose: () => void;
}) {
  return (
    <AskDialog
      title={
        guardian
          ? t('learners.permissions_of', { name: guardian.name })
          : t('learners.add_guardian_for', whoIs(learner))
      }
      legend={t('learners.permissions_for', whoIs(learner))}
      action={guardian ? t('common.save') : t('learners.send_email')}
      email={guardian?.email ?? undefined}
      chosen={guardian ? namesOf(guardian) : ['getsmail']}
      send={save}
      onClose={onClose}
    >
      {!guardian && <p>{t('learners.guardian_lead')}</p>}
    </AskDialog>
  );
}

/** Offers a child that has grown up its own account. */
export function TakeoverDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const save = useSave(familyChanges);
  const name = calledName(learner);
  return (
    <AskDialog
      title={t('learners.give_own_account', { name })}
      legend={t('learners.your_permissions')}
      action={t('learners.send_email')}
      chosen={['mayenrol', 'maypay', 'getsmail']}
      send={(draft) => save('offerTakeover', { id: learner._id, ...draft })}
      onClose={onClose}
    >
      <p>{t('learners.own_account_lead', { name })}</p>
    </AskDialog>
  );
}

/** Names an address, and what goes with it. */
function AskDialog({
  title,
  legend,
  action,
  email,
  chosen,
  send,
  onClose,
  children,
}: {
  title: string;
  legend: string;
  action: string;
  /** Whose it is, where that is settled. */
  email?: string | undefined;
  chosen: readonly Right[];
  send: (draft: Rights & { email: string }) => Promise<Outcome>;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useForm(AskDraft, {
    toInput: ({ email: typed = '' }, rights) => ({
      email: email ?? typed,
      ...rightsOf(rights.getAll('rights')),
    }),
    send: (draft) => send(draft as Rights & typeof draft),
    onSaved: onClose,
  });
  return (
    <FormDialog title={title} action={action} onClose={onClose} of={form}>
      {children}
      {!email && <TextField label={t('learners.their_email')} name="email" autoComplete="off" />}
      <CheckboxGroup legend={legend} name="rights" choices={rightChoices()} chosen={chosen} />
    </FormDialog>
  );
}
