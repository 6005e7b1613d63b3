import { useState } from 'react';
import type { PayableInvoice } from '#contract/invoices/office-calls.ts';
import { HAND_KINDS, type HandKind } from '#contract/payments/calls.ts';
import { MovementDraft } from '#contract/payments/movement-form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { typedNumber, wireSum } from '#contract/typed.form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { Fields } from '#web/components/form/form.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { officeChanges } from './changes.ts';

const WAYS: Record<HandKind, PlainId> = { cash: 'payments.cash', transfer: 'payments.transfer' };

type Props = {
  userid: string;
  /** What the family owes. */
  balance: number;
  /** Invoices of which something is open. */
  open: readonly PayableInvoice[];
  onClose: () => void;
};

/** Notes what a family paid at the school. One opening of the dialog is one payment, however often it is sent. */
export function PaymentDialog({ userid, balance, open, onClose }: Props) {
  const { currency, timezone } = useConfig().school;
  const { money } = useFormats();
  const [key] = useState(() => crypto.randomUUID());
  const save = useSave(officeChanges);
  const form = useForm(MovementDraft, {
    item: {
      kind: 'cash',
      amount: balance > 0 ? typedNumber(wireSum(balance)) : '',
      day: dayAt(Date.now(), timezone),
      invoiceid: '',
    },
    draftOf: (item) => item,
    send: (draft) => save('recordMovement', { ...draft, userid, key }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('families.record_payment')}
      action={t('families.record_it')}
      lead={<p>{t('families.payment_pays')}</p>}
      of={form}
      onClose={onClose}
    >
      <Fields
        fields={{
          kind: {
            label: t('families.how'),
            options: Object.fromEntries(HAND_KINDS.map((way) => [way, t(WAYS[way])])),
          },
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SumField
          name="amount"
          label={t('families.sum', { currency: currency.toUpperCase() })}
          currency={currency}
        />
        <Fields fields={{ day: { label: t('charges.day') } }} />
      </div>
      {open.length > 0 && (
        <Fields
          fields={{
            invoiceid: {
              label: t('families.pays_what'),
              options: {
                '': t('families.pays_oldest'),
                ...Object.fromEntries(
                  open.map(({ _id, number, open: sum, currency: of }) => [
                    _id,
                    t('families.pays_invoice', { number, sum: money(sum, of) }),
                  ]),
                ),
              },
            },
          }}
        />
      )}
    </FormDialog>
  );
}
