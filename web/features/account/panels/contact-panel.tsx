import type { Contact } from '#contract/account/calls.ts';
import { ContactDraft } from '#contract/account/contact-form.ts';
import { Fields, Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Panel } from './panel.tsx';

const FIELDS = {
  phone: { label: 'Your telephone', type: 'tel', autoComplete: 'tel' },
  emergencyname: { label: 'Emergency contact' },
  emergencyphone: { label: 'Emergency telephone', type: 'tel' },
};

/** How the school reaches the account's owner, and whom a teacher calls. */
export function ContactPanel({ contact }: { contact: Contact }) {
  const save = useSave(accountChanges);
  const form = useForm(ContactDraft, {
    fields: FIELDS,
    item: contact,
    send: (draft) => save('writeContact', draft),
    stays: true,
  });
  return (
    <Panel
      title="Telephone"
      lead="The school office sees your telephone. The office and the teacher who holds a lesson see the emergency contact, on the day of that lesson alone."
    >
      <Form of={form}>
        <Fields fields={FIELDS} />
        <LeaveGuard form={form.ref} />
        <FormMessage problem={form.problem} />
        <SubmitButton isBusy={form.isBusy} className="">
          Save my numbers
        </SubmitButton>
      </Form>
    </Panel>
  );
}
