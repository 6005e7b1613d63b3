import { Link } from 'react-router';
import { billingCalls } from '#contract/billing/office-calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { billingChanges } from '#web/features/billing/changes.ts';
import { SettingsForm } from '#web/features/billing/settings-form.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/invoice-settings';

const api = apiOf(billingCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('billing.settings')),
  NOT_INDEXED,
];

export const clientLoader = () => api.readBillingSettings();

export const clientAction = actionOf(billingChanges);

export default function InvoiceSettingsPage({ loaderData: settings }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-4">
        <Link to="/admin/billing" className="link inline-block min-h-6 text-quiet">
          {t('areas.billing')}
        </Link>
      </p>
      <PageHeading title={t('billing.settings')} lead={t('billing.settings_lead')} />
      <SettingsForm settings={settings} />
    </>
  );
}
