import { Link } from 'react-router';
import { paymentCalls } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { ReceiptView } from '#web/features/payments/receipt-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/receipt';

const api = apiOf(paymentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.receipt')), NOT_INDEXED];

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => api.readReceipt({ params });

export default function Receipt({ loaderData }: Route.ComponentProps) {
  return (
    <ReceiptView receipt={loaderData}>
      <Link to="/admin/money" className="btn">
        {t('areas.money_check')}
      </Link>
    </ReceiptView>
  );
}
