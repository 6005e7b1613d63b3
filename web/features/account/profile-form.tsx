import { type FormEvent, useRef, useState } from 'react';
import { NAME_MAX, type User } from '#contract/users/calls.ts';
import { Profile } from '#contract/users/form.ts';
import { TextField } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { accountChanges } from './changes.ts';
import { FormMessage, SubmitButton } from './form-parts.tsx';
import { Panel } from './panel.tsx';
import { PhotoField } from './photo-field.tsx';

/** Changes the name and the picture that others see. */
export function ProfileForm({ user }: { user: User }) {
  const { isBusy, problem, run } = useChange(accountChanges, 'saveProfile');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(Profile, form);
  const [photoURL, setPhotoURL] = useState(user.photoURL);
  const [isUploading, setIsUploading] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (check({ name })) void run({ name, photoURL });
  }
  return (
    <Panel title="Profile" lead="Your teachers see your name and your picture.">
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={NAME_MAX}
          autoComplete="name"
          defaultValue={user.name}
          error={faults.name}
          onChange={() => clear('name')}
        />
        <PhotoField url={photoURL} onBusy={setIsUploading} onUploaded={setPhotoURL} />
        <LeaveGuard form={form} isChanged={isUploading || photoURL !== user.photoURL} />
        <FormMessage problem={problem} />
        <SubmitButton isBusy={isBusy} isDisabled={isUploading} className="">
          Save
        </SubmitButton>
      </form>
    </Panel>
  );
}
