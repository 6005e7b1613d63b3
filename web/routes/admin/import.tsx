import { useRevalidator } from 'react-router';
import { importCalls } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { importChanges } from '#web/features/imports/changes.ts';
import { ImportList } from '#web/features/imports/import-list.tsx';
import { ImportSteps } from '#web/features/imports/import-steps.tsx';
import { useImport } from '#web/features/imports/use-import.ts';
import { useImports } from '#web/features/imports/use-imports.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/import';

const api = apiOf(importCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('imports.import')), NOT_INDEXED];

export const clientLoader = () => api.listImports();

export const clientAction = actionOf(importChanges);

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const steps = useImport(revalidate);
  const imports = useImports(loaderData, { isWaiting: steps.work === 'importing' || steps.isLost });
  return (
    <>
      <PageHeading title={t('imports.import')} lead={t('imports.lead')} />
      <div className="mt-8 space-y-12">
        <ImportSteps steps={steps} working={imports.find(({ state }) => state === 'working')} />
        {imports.length > 0 && (
          <section aria-labelledby="imports">
            <h2 id="imports" className="mb-4 text-subheading">
              {t('imports.imports')}
            </h2>
            <ImportList imports={imports} />
          </section>
        )}
      </div>
    </>
  );
}
