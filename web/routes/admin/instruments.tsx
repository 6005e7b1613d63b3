import { instrumentCalls } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { instrumentChanges } from '#web/features/instruments/changes.ts';
import { InstrumentList } from '#web/features/instruments/instrument-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/instruments';

const api = apiOf(instrumentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('instruments.instruments')),
  NOT_INDEXED,
];

export const clientLoader = () => api.listInstruments();

export const clientAction = actionOf(instrumentChanges);

export default function Instruments({ loaderData: instruments }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('instruments.instruments')} lead={t('instruments.lead')} />
      <InstrumentList instruments={instruments} />
    </>
  );
}
