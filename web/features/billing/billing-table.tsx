import { useState } from 'react';
import type { BillingRow } from '#contract/billing/office-calls.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

const idOf = ({ learnerid, classid }: Pick<BillingRow, 'learnerid' | 'classid'>) => `${learnerid} ${classid}`;

type Props = {
  rows: readonly BillingRow[];
  currency: string;
  isBusy: boolean;
  /** Bills all rows but these. */
  onBill: (leftOut: readonly BillingRow[]) => void;
};

/** What would be billed, a row a student and class; each row may be left out. */
export function BillingTable({ rows, currency, isBusy, onBill }: Props) {
  const { money } = useFormats();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isLeft = (row: BillingRow) => left.has(idOf(row));
  const chosen = rows.filter((row) => !isLeft(row));
  const sum = chosen.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100;

  function choose(row: BillingRow, isChosen: boolean) {
    const next = new Set(left);
    if (isChosen) next.delete(idOf(row));
    else next.add(idOf(row));
    setLeft(next);
  }

  const discounted: Column<BillingRow> = {
    heading: t('billing.discount'),
    cell: ({ discount, discountreason: reason = '' }) =>
      discount > 0
        ? t('billing.discount_of', { sum: money(discount, currency), reason: reasonWords(reason) })
        : '–',
  };
  const columns: Column<BillingRow>[] = [
    {
      heading: t('billing.student'),
      cell: (row) => (
        <span className="block">
          <bdi className="font-semibold">{row.learnername}</bdi>
          {row.payername !== row.learnername && (
            <span className="block text-quiet text-xs">{t('billing.paid_by', { name: row.payername })}</span>
          )}
        </span>
      ),
    },
    { heading: t('billing.class'), cell: ({ classname }) => <OwnWords>{classname}</OwnWords> },
    {
      heading: t('billing.lessons'),
      cell: ({ lessons, price }) =>
        lessons > 0 ? (
          <span className="whitespace-nowrap">
            {t('billing.lessons_of', { count: lessons, price: money(price, currency) })}
          </span>
        ) : (
          '–'
        ),
    },
    ...(rows.some(({ discount }) => discount > 0) ? [discounted] : []),
    {
      heading: t('billing.credit'),
      cell: ({ cancelled, credit }) =>
        cancelled > 0 ? t('billing.credit_of', { count: cancelled, sum: money(credit, currency) }) : '–',
    },
    {
      heading: t('billing.total'),
      cell: ({ total }) => <span className="tabular-nums">{money(total, currency)}</span>,
    },
    {
      heading: t('billing.bill'),
      cell: (row) => (
        <label className="inline-flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={!isLeft(row)}
            onChange={({ currentTarget }) => choose(row, currentTarget.checked)}
          />
          <span className="sr-only">
            {t('billing.bill_row', { learner: row.learnername, class: row.classname })}
          </span>
        </label>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t('billing.what_is_billed')}
        columns={columns}
        rows={rows}
        rowKey={idOf}
        rowClass={(row) => (isLeft(row) ? 'opacity-60' : undefined)}
      />
      <div className="panel sticky bottom-3 z-10 mt-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-5 py-3 shadow-lift">
        <p role="status" className="min-w-0 grow basis-48 text-sm">
          {t('billing.chosen', { count: chosen.length, of: rows.length, sum: money(sum, currency) })}
        </p>
        <ActionButton
          className="btn btn-primary max-sm:grow"
          isBusy={isBusy}
          isUnavailable={chosen.length === 0}
          onClick={() => onBill(rows.filter(isLeft))}
        >
          {t('billing.bill_now')}
        </ActionButton>
      </div>
    </>
  );
}
