import { DEBTORS_SHOWN, type Debtor, debtCalls, placeOfDebtor } from '#contract/debts/office-calls.ts';
import { reportCalls } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useMore } from '#web/components/list/use-more.ts';
import { debtChanges } from '#web/features/debts/changes.ts';
import { DebtorList } from '#web/features/debts/debtor-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/debtors';

const api = apiOf(debtCalls);
const reports = apiOf(reportCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.debtors')), NOT_INDEXED];

/** The families after one of them; one more than are shown at once, where there are more. */
const readDebtors = async (after?: Debtor) =>
  (
    await api.listDebtors({
      querystring: { after: after && placeOfDebtor(after), limit: DEBTORS_SHOWN + 1 },
    })
  ).items;

export const clientLoader = () => readDebtors();

export const clientAction = actionOf(debtChanges);

export default function Debtors({ loaderData: first }: Route.ComponentProps) {
  const more = useMore({ first, size: DEBTORS_SHOWN, read: readDebtors });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t('areas.debtors')} lead={t('debts.lead')} />
        {first.length > 0 && (
          <CsvButton
            label={t('debts.export')}
            name="debtors"
            load={() => reports.exportDebtors({ querystring: {} })}
          />
        )}
      </div>
      {first.length === 0 ? <Empty sentence={t('debts.none')} /> : <DebtorList debtors={more.rows} />}
      <MoreButton more={more}>{t('debts.show_more')}</MoreButton>
    </>
  );
}
