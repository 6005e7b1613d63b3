import { Link } from 'react-router';
import { statementCalls } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { StatementView } from '#web/features/statement/statement-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import type { Route } from './+types/money';

const api = apiOf(statementCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('statement.title')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export const clientLoader = () => api.readOwnStatement();

export const HydrateFallback = () => <Spinner />;

export default function MoneyPage({ loaderData: statement }: Route.ComponentProps) {
  const isFlat = useConfig().school.enrolmentPrice !== 'class';
  return (
    <div className="wrap max-w-3xl py-10 lg:py-14">
      <PageHeading title={t('statement.title')} lead={t('statement.lead')} />
      <div className="mt-8">
        <StatementView statement={statement} reader="family" />
      </div>
      {isFlat && <p className="mt-6 text-quiet text-sm">{t('statement.flat_fee')}</p>}
      <p className="mt-8">
        <Link to="/account" className="link inline-block min-h-6 text-plum">
          {t('account.my_account')}
        </Link>
      </p>
    </div>
  );
}
