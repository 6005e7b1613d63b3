import { type FormEvent, useRef, useState } from 'react';
import { NAME_MAX, type User } from '#contract/users.ts';
import { TextField } from '#web/components/field.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { saveProfile } from './account.ts';
import { FormMessage, SubmitButton } from './form-parts.tsx';
import { Panel } from './panel.tsx';
import { PhotoField } from './photo-field.tsx';
import { useTask } from './use-task.ts';

/** Changes the name and the picture that others see. */
export function ProfileForm({ user }: { user: User }) {
  const { isBusy, problem, run } = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [photo, setPhoto] = useState({ url: user.photoURL, isBusy: false });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    void run(() => saveProfile({ name, photoURL: photo.url }), 'Your profile is saved');
  }
  return (
    <Panel title="Profile" lead="Your teachers see your name and your picture.">
      <form ref={form} method="post" onSubmit={submit} className="space-y-5">
        <TextField
          label="Name"
          name="name"
          required
          pattern=".*\S.*"
          title="A name"
          maxLength={NAME_MAX}
          autoComplete="name"
          defaultValue={user.name}
        />
        <PhotoField label="Profile image" url={photo.url} onChange={setPhoto} />
        <LeaveGuard form={form} isChanged={photo.isBusy || photo.url !== user.photoURL} />
        <FormMessage problem={problem} />
        <SubmitButton isBusy={isBusy} isDisabled={photo.isBusy} className="">
          Save
        </SubmitButton>
      </form>
    </Panel>
  );
}
