import type { Contact } from '#contract/account/calls.ts';
import { ContactDraft } from '#contract/account/contact-form.ts';
import { t } from '#languages/t.ts';
import { Fields, Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Panel } from './panel.tsx';

const fieldsOf = () => ({
  phone: { label: t('account.your_telephone'), type: 'tel', autoComplete: 'tel' },
  emergencyname: { label: t('account.emergency_contact') },
  emergencyphone: { label: t('account.emergency_telephone'), type: 'tel' },
});

/** How the school reaches the account's owner, and whom a teacher calls. */
export function ContactPanel({ contact }: { contact: Contact }) {
  const save = useSave(accountChanges);
  const fields = fieldsOf();
  const form = useForm(ContactDraft, {
    fields,
    item: contact,
    send: (draft) => save('writeContact', draft),
    stays: true,
  });
  return (
    <Panel title={t('account.telephone')} lead={t('account.telephone_lead')}>
      <Form of={form}>
        <Fields fields={fields} />
        <LeaveGuard form={form.ref} />
        <FormMessage problem={form.problem} />
        <SubmitButton isBusy={form.isBusy} className="">
          {t('account.save_my_numbers')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
