import { useCallback, useState } from 'react';
import { findFault } from '#contract/fields.form.ts';
import { HAND_KINDS, type HandKind } from '#contract/payments/calls.ts';
import type { GivenBack } from '#contract/refunds/calls.ts';
import { RefundDraft } from '#contract/refunds/form.ts';
import { typedNumber, wireSum } from '#contract/typed.form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { Fields } from '#web/components/form/form.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { withPlainNumbers } from '#web/lib/forms/control-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { refundChanges, tryGiveBack } from './changes.ts';

const WAYS: Record<HandKind, PlainId> = { cash: 'payments.cash', transfer: 'payments.transfer' };

type Props = {
  userid: string;
  /** What the school owes the family. */
  credit: number;
  onClose: () => void;
};

/** Refunds a family's credit, and says before what goes to a card and what is given by hand. */
export function RefundDialog({ userid, credit, onClose }: Props) {
  const { currency } = useConfig().school;
  const [key] = useState(() => crypto.randomUUID());
  const beginning = { amount: typedNumber(wireSum(credit)), kind: 'transfer' as HandKind };
  const [typed, setTyped] = useState(beginning);
  const save = useSave(refundChanges);
  const ask = useCallback(
    (body: string) => tryGiveBack({ ...JSON.parse(body), userid, key: 'dry' }),
    [userid],
  );
  const draft = withPlainNumbers(RefundDraft, typed);
  // What is wrong with a sum that is none is said at its field.
  const isClear = findFault(RefundDraft, draft) === undefined;
  const dry = useLatest(isClear ? JSON.stringify(draft) : undefined, ask);
  const form = useForm(RefundDraft, {
    item: beginning,
    draftOf: (item) => item,
    send: (draft) => save('giveBack', { ...draft, userid, key }),
    onSaved: onClose,
    onEdit({ target: { name, value } }) {
      setTyped((known) => ({ ...known, [name]: value }));
      form.forget();
    },
  });
  return (
    <FormDialog
      title={t('refunds.refund_credit')}
      action={t('refunds.refund_it')}
      lead={<p>{t('refunds.lead')}</p>}
      of={form}
      onClose={onClose}
    >
      <SumField
        name="amount"
        label={t('families.sum', { currency: currency.toUpperCase() })}
        currency={currency}
      />
      <Fields
        fields={{
          kind: {
            label: t('refunds.rest_how'),
            options: Object.fromEntries(HAND_KINDS.map((way) => [way, t(WAYS[way])])),
          },
        }}
      />
      {/* A refusal that sending has met is said once, above the buttons. */}
      {isClear && (!form.problem || form.problem !== dry.problem) && (
        <DryResult
          label={t('refunds.what_happens')}
          // What is refused of the sum stays so until another is typed.
          dry={dry.refusal?.kind === 'refused' ? { ...dry, retry: undefined } : dry}
          working={t('refunds.working_out')}
        >
          {(answer) => <Outcome {...answer} />}
        </DryResult>
      )}
    </FormDialog>
  );
}

function Outcome({ card, cardlast4, byhand, kind, currency }: GivenBack) {
  const { money } = useFormats();
  const sum = money(byhand, currency);
  return (
    <>
      <p className="font-semibold">{t('refunds.what_happens')}</p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        {card > 0 && (
          <li>{t('refunds.to_card', { sum: money(card, currency), digits: cardlast4 ?? 'none' })}</li>
        )}
        {byhand > 0 && (
          <li>{kind === 'cash' ? t('refunds.in_cash', { sum }) : t('refunds.by_transfer', { sum })}</li>
        )}
      </ul>
    </>
  );
}
