import type { ComponentProps } from 'react';
import { BillingSettingsDraft } from '#contract/billing/form.ts';
import type { BillingSettings } from '#contract/billing/office-calls.ts';
import { plainNumber, typedNumber, wireSum } from '#contract/typed.form.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { Fields, Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { billingChanges } from './changes.ts';

const dueFields = () => ({
  dueafterdays: { label: t('billing.due_after'), hint: t('billing.due_after_hint'), isHalf: true },
});

const lateFields = () => ({
  'latefee.amount': {
    label: t('billing.late_fee_amount'),
    inputMode: 'decimal' as const,
    isOptional: true,
    isHalf: true,
  },
  'latefee.afterdays': {
    label: t('billing.late_fee_after'),
    hint: t('billing.late_fee_after_hint'),
    isOptional: true,
    isHalf: true,
  },
});

const taxFields = () => ({
  taxrate: {
    label: t('billing.tax_rate'),
    hint: t('billing.tax_rate_hint'),
    inputMode: 'decimal' as const,
    isHalf: true,
  },
  taxnumber: { label: t('invoices.tax_number'), isOptional: true, isHalf: true },
});

const bankFields = () => ({
  'bank.iban': { label: t('billing.iban'), isHalf: true },
  'bank.bic': { label: t('billing.bic'), isOptional: true, isHalf: true },
  'bank.holder': { label: t('invoices.holder') },
});

const textFields = () => ({
  invoicetext: {
    label: t('billing.invoice_text'),
    hint: t('billing.invoice_text_hint'),
    rows: 3,
    isOptional: true,
  },
});

const typedOf = ({ dueafterdays, latefee, taxrate, taxnumber, invoicetext, bank }: BillingSettings) => ({
  dueafterdays: String(dueafterdays),
  taxrate: typedNumber(taxrate),
  taxnumber: taxnumber ?? '',
  invoicetext: invoicetext ?? '',
  'latefee.amount': latefee ? typedNumber(wireSum(latefee.amount)) : '',
  'latefee.afterdays': latefee ? String(latefee.afterdays) : '',
  'bank.iban': bank?.iban ?? '',
  'bank.bic': bank?.bic ?? '',
  'bank.holder': bank?.holder ?? '',
});

type Typed = ReturnType<typeof typedOf>;

const isAnyFilled = (values: object) => Object.values(values).some((value) => value !== '');

/** What is left out altogether is none; what is filled in by half is said at its fields. */
const inputOf = (typed: Typed) => {
  const bank = { iban: typed['bank.iban'], bic: typed['bank.bic'], holder: typed['bank.holder'] };
  const latefee = { amount: plainNumber(typed['latefee.amount']), afterdays: typed['latefee.afterdays'] };
  const { dueafterdays, taxnumber, invoicetext } = typed;
  const taxrate = plainNumber(typed.taxrate);
  return {
    ...{ dueafterdays, taxrate, taxnumber, invoicetext },
    latefee: isAnyFilled(latefee) ? latefee : null,
    bank: isAnyFilled(bank) ? bank : null,
  };
};

const NUMBERS = new Set(['taxrate', 'dueafterdays', 'latefee.amount', 'latefee.afterdays']);

/** Shows what was typed as it is kept, so that it is no edit of what the page reads then. */
function showAsKept(form: HTMLFormElement | null) {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const { name, value } = field;
    if (name === 'bank.iban' || name === 'bank.bic') field.value = value.replaceAll(/\s/g, '').toUpperCase();
    else if (!NUMBERS.has(name) || value.trim() === '') field.value = value.trim();
    else {
      const number = Number(plainNumber(value));
      field.value = typedNumber(name === 'latefee.amount' ? wireSum(number) : number);
    }
  }
}

/** When invoices are due, and what they say of tax and the school's bank. */
export function SettingsForm({ settings }: { settings: BillingSettings }) {
  const save = useSave(billingChanges);
  const form = useForm(BillingSettingsDraft, {
    item: settings,
    draftOf: typedOf,
    toInput: inputOf,
    send: (draft, { version }) => save('updateSettings', { ...draft, version }),
    stays: true,
    onSaved: (): void => showAsKept(form.ref.current),
  });
  const all = { ...dueFields(), ...lateFields(), ...taxFields(), ...textFields(), ...bankFields() };
  const labels = Object.fromEntries(Object.entries(all).map(([name, { label }]) => [name, label]));
  return (
    <Form of={form} className="mt-6 max-w-3xl space-y-6">
      <ChangedFields title={t('billing.settings_changed')} of={form} labels={labels} />
      <LeaveGuard form={form.ref} />
      <Part title={t('billing.when_due')} fields={dueFields()} />
      <Part title={t('billing.late_fee')} lead={t('billing.late_fee_lead')} fields={lateFields()} />
      <Part title={t('invoices.tax')} fields={taxFields()} />
      <Part title={t('billing.bank')} lead={t('billing.bank_lead')} fields={bankFields()} />
      <Part title={t('billing.words')} fields={textFields()} />
      {form.problem && (
        <p role="alert" className="text-error">
          {form.problem}
        </p>
      )}
      <ActionButton type="submit" className="btn btn-primary" isBusy={form.isBusy}>
        {t('common.save')}
      </ActionButton>
    </Form>
  );
}

const Part = ({
  title,
  lead,
  fields,
}: {
  title: string;
  lead?: string;
  fields: ComponentProps<typeof Fields>['fields'];
}) => (
  <section aria-label={title} className="panel p-5 sm:p-6">
    <h2 className="text-subheading">{title}</h2>
    {lead && <p className="mt-1 text-quiet">{lead}</p>}
    <div className="mt-4">
      <Fields fields={fields} />
    </div>
  </section>
);
