import { Link } from 'react-router';
import type { Debtor, DebtorItem } from '#contract/debts/office-calls.ts';
import { t } from '#languages/t.ts';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { Phone } from '#web/components/people/phone.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { RemindDialog } from './remind-dialog.tsx';

const columns = (): Column<Debtor>[] => [
  {
    heading: t('families.family'),
    cell: ({ userid, name, email, phone }) => (
      <span className="inline-flex flex-col items-start">
        <Link
          to={`/admin/families/${userid}`}
          className="link wrap-anywhere inline-block min-h-6 font-semibold"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="text-quiet text-sm">
          <EmailAddress email={email} />
        </span>
        <Phone phone={phone ?? undefined} />
      </span>
    ),
  },
  { heading: t('debts.open'), cell: ({ items, currency }) => <Items items={items} currency={currency} /> },
  {
    heading: t('families.owed'),
    cell: ({ owed, currency }) => (
      <strong>
        <Money amount={owed} currency={currency} />
      </strong>
    ),
  },
  {
    heading: t('debts.last_reminder'),
    cell: ({ remindedat }) =>
      remindedat ? <Day at={remindedat} /> : <span className="text-quiet">{t('debts.never')}</span>,
  },
  {
    heading: t('common.action'),
    card: 'foot',
    cell: (debtor) =>
      debtor.email === null ? (
        <span className="text-quiet text-sm">{t('debts.no_address')}</span>
      ) : (
        <DialogButton className="btn btn-outline btn-sm" label={t('debts.remind')} of={debtor.name}>
          {(close) => <RemindDialog debtor={debtor} onClose={close} />}
        </DialogButton>
      ),
  },
];

/** What each family has not paid in time. */
export const DebtorList = ({ debtors }: { debtors: readonly Debtor[] }) => (
  <DataTable
    caption={t('areas.debtors')}
    columns={columns()}
    rows={debtors}
    rowKey={({ userid }) => userid}
  />
);

/** Of several things each has its sum. */
function Items({ items, currency }: Pick<Debtor, 'items' | 'currency'>) {
  const { money } = useFormats();
  return (
    <ul className="space-y-1">
      {items.map((item) => (
        <li key={item._id} className="wrap-anywhere">
          <Item {...item} />
          {items.length > 1 && <span className="text-quiet"> · {money(item.amount, currency)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Item({ number, classname = '', learnername = '', day }: DebtorItem) {
  const { day: written } = useFormats();
  const since = written(day);
  if (number !== undefined) return t('debts.invoice_due', { number, day: since });
  return rich('debts.place_since', {
    class: <OwnWords>{classname}</OwnWords>,
    student: <bdi>{learnername}</bdi>,
    day: since,
  });
}
