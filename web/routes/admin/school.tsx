import { useDeferredValue, useState } from 'react';
import { FACT_KINDS } from '#contract/school/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { ChangedMeanwhile } from '#web/features/school/changed-meanwhile.tsx';
import { schoolChanges } from '#web/features/school/changes.ts';
import { expectedFacts } from '#web/features/school/fact-draft.ts';
import { FactList } from '#web/features/school/fact-list.tsx';
import { Matter } from '#web/features/school/matter.tsx';
import { typedConfig, typedWelcome } from '#web/features/school/school-draft.ts';
import { SchoolForm } from '#web/features/school/school-form.tsx';
import { useSchoolForm } from '#web/features/school/use-school-form.ts';
import { useTypedFacts } from '#web/features/school/use-typed-facts.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { clientConfig, useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { homeApi, loadHome, upcoming, welcomeOf } from '#web/routes/home/load.ts';
import type { Route } from './+types/school';
import { SchoolPreview } from './school-preview.tsx';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.school')), NOT_INDEXED];

export const clientLoader = () => loadHome(homeApi, clientConfig());

export const clientAction = actionOf(schoolChanges);

const TABS = ['edit', 'look'] as const;

export default function SchoolPage({ loaderData: home }: Route.ComponentProps) {
  const config = useConfig();
  const form = useSchoolForm(home.school);
  const facts = useTypedFacts(home.school.facts);
  const [tab, setTab] = useState<(typeof TABS)[number]>('edit');
  const { timezone } = config.school;
  const shown = useDeferredValue({ draft: form.draft, typed: facts.typed });
  return (
    <>
      <PageHeading title={t('areas.school')} lead={t('school.lead')} />
      <LeaveGuard form={form.ref} isChanged={form.isChanged || form.isUploading || facts.isChanged} />
      {form.meanwhile && <ChangedMeanwhile key={form.beginning} {...form.meanwhile} />}
      <fieldset className="mt-6 flex gap-2 xl:hidden" aria-label={t('common.show')}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={tab === name}
            className={`btn btn-sm grow ${tab === name ? 'btn-primary' : 'btn-outline'}`}
            onClick={() => setTab(name)}
          >
            {t(name === 'edit' ? 'common.edit' : 'school.as_it_will_look')}
          </button>
        ))}
      </fieldset>
      <div className="mt-6 gap-8 xl:grid xl:grid-cols-[minmax(0,1fr)_24.5rem]">
        <div className={`min-w-0 space-y-6 ${tab === 'edit' ? '' : 'max-xl:hidden'}`}>
          <SchoolForm {...form} />
          <Matter title={t('school.facts')} lead={t('school.facts_lead')}>
            {FACT_KINDS.map((kind) => (
              <FactList
                key={kind}
                kind={kind}
                facts={home.school.facts.filter((fact) => fact.kind === kind)}
                typed={facts.typed}
                onType={facts.onType}
                today={dayAt(Date.now(), timezone)}
              />
            ))}
          </Matter>
        </div>
        <div className={`xl:sticky xl:top-24 xl:h-fit ${tab === 'look' ? '' : 'max-xl:hidden'}`}>
          <SchoolPreview
            config={typedConfig(config, shown.draft)}
            data={{
              ...home,
              school: {
                welcome: welcomeOf({ welcome: typedWelcome(shown.draft), languages: shown.draft.languages }),
                facts: upcoming(expectedFacts(home.school.facts, shown.typed), timezone),
              },
            }}
          />
        </div>
      </div>
    </>
  );
}
