import { useState } from 'react';
import { invoiceCalls, type PayableInvoice, type Uninvoiced } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { useMay } from '#web/lib/session/may.ts';
import type { Instalment } from './instalments.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** A family's invoices as the office sees them; admins issue one over what is open, and make one void. */
export function FamilyInvoices({
  userid,
  invoices,
  uninvoiced,
  onPaid,
}: {
  userid: string;
  invoices: readonly PayableInvoice[];
  uninvoiced: Uninvoiced;
  onPaid?: ((instalment: Instalment) => void) | undefined;
}) {
  const may = useMay();
  const [isIssuing, setIsIssuing] = useState(false);
  const [voiding, setVoiding] = useState<PayableInvoice>();
  const hasMore = uninvoiced.charges.length + uninvoiced.orders.length > 0;
  return (
    <>
      {invoices.length === 0 ? (
        <p className="text-quiet">{t('invoices.none')}</p>
      ) : (
        <InvoiceList
          invoices={invoices}
          onPaid={onPaid}
          {...(may(invoiceCalls.voidInvoice) && { onVoid: setVoiding })}
        />
      )}
      {hasMore && may(invoiceCalls.issueInvoice) && (
        <button type="button" className="btn btn-outline mt-4" onClick={() => setIsIssuing(true)}>
          {t('invoices.issue')}
        </button>
      )}
      {isIssuing && (
        <IssueDialog userid={userid} uninvoiced={uninvoiced} onClose={() => setIsIssuing(false)} />
      )}
      {voiding && <VoidDialog invoice={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  );
}
