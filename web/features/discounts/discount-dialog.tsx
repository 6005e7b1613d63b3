import { type ReactNode, useState } from 'react';
import { type DiscountKind, NTH_MAX, NTH_MIN } from '#contract/discounts/calls.ts';
import { DiscountDraft } from '#contract/discounts/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { type FieldList, Fields } from '#web/components/form/form.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { discountChanges } from './changes.ts';
import { childWords } from './words.ts';

export type NamedClass = { _id: string; classname: string; instructorname: string };

/** Chooses the classes of a code. */
export type PickClasses = (
  chosen: readonly NamedClass[],
  onChange: (chosen: readonly NamedClass[]) => void,
) => ReactNode;

type Way = 'percent' | 'amount';

type Typed = Partial<
  Record<'percent' | 'amount' | 'nth' | 'code' | 'from' | 'to' | 'times' | 'timesfamily', string>
>;

const childrenFrom = () =>
  Object.fromEntries(
    Array.from({ length: NTH_MAX - NTH_MIN + 1 }, (_, at) => [`${NTH_MIN + at}`, childWords(NTH_MIN + at)]),
  );

const offFields = (way: Way, currency: string): FieldList =>
  way === 'percent'
    ? { percent: { label: t('discounts.percent'), inputMode: 'numeric' } }
    : { amount: { label: t('discounts.sum', { currency }), inputMode: 'decimal' } };

const ownFields = (kind: DiscountKind): FieldList =>
  kind === 'sibling'
    ? { nth: { label: t('discounts.from_child'), options: childrenFrom() } }
    : {
        code: { label: t('discounts.code'), hint: t('discounts.code_hint'), autoComplete: 'off' },
        from: { label: t('common.first_day'), type: 'date', isOptional: true, isHalf: true },
        to: { label: t('common.last_day'), type: 'date', isOptional: true, isHalf: true },
        times: {
          label: t('discounts.times'),
          hint: t('discounts.times_hint'),
          inputMode: 'numeric',
          isOptional: true,
        },
        timesfamily: { label: t('discounts.family_times'), inputMode: 'numeric', isOptional: true },
      };

/** Adds a discount for further children, or for a code. */
export function DiscountDialog({ pick, onClose }: { pick: PickClasses; onClose: () => void }) {
  const save = useSave(discountChanges);
  const { currency } = useConfig().school;
  const [kind, setKind] = useState<DiscountKind>('sibling');
  const [way, setWay] = useState<Way>('percent');
  const [classes, setClasses] = useState<readonly NamedClass[]>([]);
  const form = useForm(DiscountDraft, {
    toInput: ({
      percent = '',
      amount = '',
      nth = '',
      code = '',
      from = '',
      to = '',
      times = '',
      timesfamily = '',
    }: Typed) => {
      const off = way === 'percent' ? { percent } : { amount: amount || '0' };
      if (kind === 'sibling') return { kind, ...off, nth };
      const classids = classes.map(({ _id }) => _id);
      return { kind, ...off, code, from, to, times, timesfamily, classids };
    },
    send: (draft) => save('addDiscount', draft),
    onSaved: onClose,
    fieldsOf: { 'code-taken': 'code' },
  });
  return (
    <FormDialog title={t('discounts.add')} action={t('discounts.add_this')} of={form} onClose={onClose}>
      <fieldset className="field">
        <legend className="mb-2 font-semibold text-sm">{t('discounts.holds')}</legend>
        <div className="grid gap-2">
          <ChoiceCard
            name="kind"
            label={t('discounts.for_sibling')}
            hint={t('discounts.for_sibling_hint')}
            isChosen={kind === 'sibling'}
            onChoose={() => setKind('sibling')}
          />
          <ChoiceCard
            name="kind"
            label={t('discounts.for_code')}
            hint={t('discounts.for_code_hint')}
            isChosen={kind === 'code'}
            onChoose={() => setKind('code')}
          />
        </div>
      </fieldset>
      <Fields fields={ownFields(kind)} />
      <fieldset className="field">
        <legend className="mb-2 font-semibold text-sm">{t('discounts.takes_off_label')}</legend>
        <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
          {(['percent', 'amount'] as const).map((one) => (
            <label key={one} className="flex min-h-6 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name="way"
                className="radio radio-sm radio-primary"
                checked={way === one}
                onChange={() => setWay(one)}
              />
              {t(one === 'percent' ? 'discounts.a_part' : 'discounts.a_sum')}
            </label>
          ))}
        </div>
        <Fields fields={offFields(way, currency.toUpperCase())} />
      </fieldset>
      {kind === 'code' && pick(classes, setClasses)}
    </FormDialog>
  );
}
