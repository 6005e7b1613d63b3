import { useState } from 'react';
import { CHARGE_KINDS, type ChargeKind, LOWERING } from '#contract/charges/calls.ts';
import { ChargeDraft } from '#contract/charges/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { type PlainId, t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { Fields } from '#web/components/form/form.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { chargeChanges } from './changes.ts';

export const KIND_NAMES: Record<ChargeKind, PlainId> = {
  tuition: 'charges.tuition',
  fee: 'charges.fee',
  discount: 'charges.discount',
  latefee: 'charges.latefee',
  credit: 'charges.credit',
  writeoff: 'charges.writeoff',
};

type Props = {
  userid: string;
  learners: readonly { _id: string; learnername: string }[];
  onClose: () => void;
};

/** Charges a family, or takes something off what it owes. */
export function ChargeDialog({ userid, learners, onClose }: Props) {
  const { currency, timezone } = useConfig().school;
  const [key] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<ChargeKind>('fee');
  const save = useSave(chargeChanges);
  const form = useForm(ChargeDraft, {
    item: { kind: 'fee', label: '', amount: '', day: dayAt(Date.now(), timezone), learnerid: '' },
    draftOf: (item) => item,
    send: (draft) => save('addCharge', { ...draft, userid, key }),
    onSaved: onClose,
    onEdit: ({ target: { name, value } }) => name === 'kind' && setKind(value as ChargeKind),
  });
  return (
    <FormDialog title={t('charges.charge')} action={t('charges.add_charge')} of={form} onClose={onClose}>
      <Fields
        fields={{
          kind: {
            label: t('charges.kind'),
            hint: t(LOWERING.has(kind) ? 'charges.lowers' : 'charges.raises'),
            options: Object.fromEntries(CHARGE_KINDS.map((one) => [one, t(KIND_NAMES[one])])),
          },
          label: { label: t('charges.what_for'), hint: t('charges.what_for_hint') },
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
      <Fields
        fields={{
          learnerid: {
            label: t('charges.child'),
            options: {
              '': t('charges.no_child'),
              ...Object.fromEntries(learners.map(({ _id, learnername }) => [_id, learnername])),
            },
          },
        }}
      />
    </FormDialog>
  );
}
