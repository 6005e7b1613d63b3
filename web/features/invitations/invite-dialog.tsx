import { useState } from 'react';
import { INVITED_ROLES, type InvitedRole } from '#contract/invitations/calls.ts';
import { InvitationDraft } from '#contract/invitations/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { invitationChanges } from './changes.ts';
import { ClassPicker, type PickedClass } from './class-picker.tsx';
import { MAY, ROLES } from './role-words.ts';

const fieldsOf = () => ({
  name: { label: t('common.name') },
  email: { label: t('common.email') },
});

/** Invites someone to run the school, in one of the roles that may. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const save = useSave(invitationChanges);
  const [role, setRole] = useState<InvitedRole>('instructor');
  const [classes, setClasses] = useState<readonly PickedClass[]>([]);
  const form = useForm(InvitationDraft, {
    fields: fieldsOf(),
    toInput: ({ name = '', email = '' }) => ({
      name,
      email,
      role,
      classids: role === 'instructor' ? classes.map(({ _id }) => _id) : [],
    }),
    send: (draft) => save('addInvitation', draft),
    onSaved: onClose,
    fieldsOf: { 'account-has-role': 'email' },
  });
  return (
    <FormDialog
      title={t('invitations.invite_someone')}
      lead={<p>{t('invitations.dialog_lead')}</p>}
      action={t('invitations.send')}
      of={form}
      onClose={onClose}
    >
      <fieldset className="field">
        <legend className="mb-2 font-semibold text-sm">{t('users.role')}</legend>
        <div className="grid gap-2">
          {INVITED_ROLES.map((one) => (
            <ChoiceCard
              key={one}
              name="role"
              label={t(ROLES[one])}
              hint={t(MAY[one])}
              isChosen={role === one}
              onChoose={() => setRole(one)}
            />
          ))}
        </div>
      </fieldset>
      {role === 'instructor' && (
        <ClassPicker
          legend={t('invitations.classes')}
          hint={t('invitations.classes_hint')}
          chosen={classes}
          onChange={setClasses}
        />
      )}
    </FormDialog>
  );
}
