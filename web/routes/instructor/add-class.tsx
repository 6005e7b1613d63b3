import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ClassDraft } from '#contract/classes/form.ts';
import { instrumentCalls } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { addedId, editChanges } from '#web/features/classes/changes.ts';
import { ClassForm, EMPTY_DRAFT } from '#web/features/classes/forms/class-form.tsx';
import { wishedClass } from '#web/features/classes/forms/wished-class.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/add-class';

const api = apiOf(instrumentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.add_class')),
  NOT_INDEXED,
];

export const clientLoader = () => api.listInstruments();

export const clientAction = actionOf(editChanges);

export default function AddClass({ loaderData: instruments }: Route.ComponentProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { run } = useChange(editChanges, 'addClass');
  const { school } = useConfig();
  const [address] = useSearchParams();
  const wished = wishedClass(address, instruments, school);
  if (session.state !== 'signed-in') return null;

  async function add(draft: ClassDraft) {
    const outcome = await run({ ...draft, ...(wished && { forwishers: true }) });
    if (outcome.isDone)
      await navigate(wished ? `../plan/${addedId(outcome)}${wished.plan}` : '/instructor/myclass', {
        state: AFTER_SAVE,
      });
    return outcome;
  }
  return (
    <>
      <div className="mb-6">
        <PageHeading
          title={t('areas.add_class')}
          lead={wished ? t('wishes.class_of_wishes') : t('classes.add_lead_instructor')}
        />
        {!wished && (
          <Link to="../wishes" className="link mt-3 inline-block font-medium text-plum">
            {t('wishes.see_wishes')}
          </Link>
        )}
      </div>
      <ClassForm
        initial={wished?.draft ?? EMPTY_DRAFT}
        instructor={session.user}
        instruments={instruments}
        actions={[{ label: t('areas.add_class'), value: 'add' }]}
        onSave={add}
      />
    </>
  );
}
