import { useState } from 'react';
import type { User } from '#contract/users/calls.ts';
import { Profile } from '#contract/users/form.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PhotoField } from '#web/features/account/photo-field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Panel } from './panel.tsx';

/** Changes the name and the picture that others see. */
export function ProfileForm({ user }: { user: User }) {
  const save = useSave(accountChanges);
  const [photoURL, setPhotoURL] = useState(user.photoURL);
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm(Profile, {
    item: user,
    draftOf: ({ name }) => ({ name }),
    send: ({ name }) => save('saveProfile', { name, photoURL }),
    stays: true,
  });
  return (
    <Panel
      title={t('account.profile')}
      lead={user.role === 'instructor' ? t('account.profile_lead_of_teacher') : t('account.profile_lead')}
    >
      <Form of={form}>
        <TextField label={t('common.name')} name="name" autoComplete="name" />
        <PhotoField url={photoURL} onBusy={setIsUploading} onUploaded={setPhotoURL} />
        <LeaveGuard form={form.ref} isChanged={isUploading || photoURL !== user.photoURL} />
        <FormMessage problem={form.problem} />
        <SubmitButton isBusy={form.isBusy} isDisabled={isUploading} className="">
          {t('common.save')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
