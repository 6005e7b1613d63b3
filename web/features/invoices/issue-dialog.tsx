import { useState } from 'react';
import type { Uninvoiced } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { invoiceChanges } from './changes.ts';

type Item = {
  _id: string;
  list: 'chargeids' | 'orderids';
  label: string;
  learnername?: string | undefined;
  day: string;
  amount: number;
};

/** Issues an invoice over what is chosen of the charges and places that no invoice says. */
export function IssueDialog({
  userid,
  uninvoiced: { charges, orders, currency },
  onClose,
}: {
  userid: string;
  uninvoiced: Uninvoiced;
  onClose: () => void;
}) {
  const { money } = useFormats();
  const save = useSave(invoiceChanges);
  const items: Item[] = [
    ...charges.map((charge) => ({ ...charge, list: 'chargeids' as const })),
    ...orders.map(({ classname = '', ...order }) => ({
      ...order,
      list: 'orderids' as const,
      label: t('statement.place', { class: classname }),
    })),
  ];
  const [chosen, setChosen] = useState(() => new Set(charges.map(({ _id }) => _id)));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const taken = items.filter(({ _id }) => chosen.has(_id));
  const total = taken.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
    setProblem(undefined);
  }
  async function issue() {
    setIsBusy(true);
    const idsOf = (list: Item['list']) => taken.filter((item) => item.list === list).map(({ _id }) => _id);
    const outcome = await save('issueInvoice', {
      userid,
      chargeids: idsOf('chargeids'),
      orderids: idsOf('orderids'),
    });
    setIsBusy(false);
    if (outcome.isDone) onClose();
    else setProblem(outcome.problem);
  }
  return (
    <Dialog title={t('invoices.issue')} onClose={onClose}>
      <p>{t('invoices.issue_lead')}</p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">{t('invoices.billed_for')}</legend>
        <ul className="panel divide-y divide-base-300 overflow-hidden">
          {items.map((item) => (
            <li key={item._id}>
              <Choice item={item} currency={currency} isChosen={chosen.has(item._id)} onChoose={choose} />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="mt-4 flex justify-between gap-4 rounded-field bg-mist px-4 py-3 font-semibold">
        <span>{t('invoices.total')}</span>
        <span className="tabular-nums">{money(total, currency)}</span>
      </p>
      {problem && (
        <p role="alert" className="mt-3 text-error">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} isUnavailable={total <= 0} onClick={issue}>
          {t('invoices.issue')}
        </ActionButton>
      </div>
    </Dialog>
  );
}

function Choice({
  item: { _id, label, learnername, day: on, amount },
  currency,
  isChosen,
  onChoose,
}: {
  item: Item;
  currency: string;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
}) {
  const { day, money } = useFormats();
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-3 hover:bg-mist">
      <input
        type="checkbox"
        className="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChoose(_id, target.checked)}
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {label}
        </span>
        <span className="wrap-anywhere block text-quiet text-sm">
          <time dateTime={on}>{day(on)}</time>
          {learnername && (
            <>
              {' · '}
              <bdi>{learnername}</bdi>
            </>
          )}
        </span>
      </span>
      <span className="whitespace-nowrap font-semibold tabular-nums">{money(amount, currency)}</span>
    </label>
  );
}
