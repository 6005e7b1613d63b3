import { type FormEvent, useRef } from 'react';
import type { Contact } from '#contract/account/calls.ts';
import { ContactDraft } from '#contract/account/contact-form.ts';
import { PHONE_MAX } from '#contract/school/calls.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { TextField } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { accountChanges } from './changes.ts';
import { FormMessage, SubmitButton } from './form-parts.tsx';
import { Panel } from './panel.tsx';

/** How the school reaches the account's owner, and whom a teacher calls. */
export function ContactPanel({ contact }: { contact: Contact }) {
  const { isBusy, problem, run } = useChange(accountChanges, 'writeContact');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(ContactDraft, form);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '').trim();
    const draft = {
      phone: read('phone'),
      emergencyname: read('emergencyname'),
      emergencyphone: read('emergencyphone'),
    };
    if (check(draft)) void run(draft);
  }
  return (
    <Panel
      title="Telephone"
      lead="The school office sees your telephone. The office and the teacher who holds a lesson see the emergency contact, on the day of that lesson alone."
    >
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <TextField
          label="Your telephone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={PHONE_MAX}
          defaultValue={contact.phone ?? ''}
          error={faults.phone}
          onChange={() => clear('phone')}
        />
        <TextField
          label="Emergency contact"
          name="emergencyname"
          autoComplete="off"
          maxLength={NAME_MAX}
          defaultValue={contact.emergencyname ?? ''}
          error={faults.emergencyname}
          onChange={() => clear('emergencyname')}
        />
        <TextField
          label="Emergency telephone"
          name="emergencyphone"
          type="tel"
          autoComplete="off"
          maxLength={PHONE_MAX}
          defaultValue={contact.emergencyphone ?? ''}
          error={faults.emergencyphone}
          onChange={() => clear('emergencyphone')}
        />
        <LeaveGuard form={form} />
        <FormMessage problem={problem} />
        <SubmitButton isBusy={isBusy} className="">
          Save my numbers
        </SubmitButton>
      </form>
    </Panel>
  );
}
