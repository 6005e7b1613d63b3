import { VoidDraft } from '#contract/invoices/form.ts';
import type { Invoice } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { Fields } from '#web/components/form/form.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { invoiceChanges } from './changes.ts';
import { titleOf } from './invoice-list.tsx';

const STRIKE = 'strike';

/** Makes an invoice void by a credit note, which says why. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const save = useSave(invoiceChanges);
  const form = useForm(VoidDraft, {
    item: { reason: '', strike: '' },
    draftOf: (item) => item,
    toInput: ({ reason, strike }) => ({ reason, strike: strike === STRIKE }),
    send: (draft) => save('voidInvoice', { ...draft, id: invoice._id }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('invoices.void_title', { title: titleOf(invoice) })}
      action={t('invoices.make_void')}
      of={form}
      onClose={onClose}
    >
      <p>{t('invoices.void_lead')}</p>
      <Fields
        fields={{
          reason: { label: t('invoices.reason'), hint: t('invoices.reason_hint') },
          strike: {
            label: t('invoices.what_of_charges'),
            options: { '': t('invoices.charges_stay'), [STRIKE]: t('invoices.charges_go') },
          },
        }}
      />
    </FormDialog>
  );
}
