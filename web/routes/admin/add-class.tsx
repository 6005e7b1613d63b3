import { Link, useNavigate, useSearchParams } from 'react-router';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { instrumentCalls } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { addedId, editChanges, type FilledClass } from '#web/features/classes/changes.ts';
import { ClassForm, EMPTY_DRAFT } from '#web/features/classes/forms/class-form.tsx';
import { findInstructors } from '#web/features/classes/forms/instructor-search.ts';
import { wishedClass } from '#web/features/classes/forms/wished-class.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { useMay } from '#web/lib/session/may.ts';
import type { Route } from './+types/add-class';

const api = apiOf(instrumentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.add_class')),
  NOT_INDEXED,
];

export async function clientLoader() {
  const [instructors, instruments] = await Promise.all([findInstructors(), api.listInstruments()]);
  return { instructors, instruments };
}

export const clientAction = actionOf(editChanges);

/** The first instructors stay those that the form began with. */
export const shouldRevalidate = () => false;

export default function AddClass({ loaderData: { instructors, instruments } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const mayApprove = useMay()(classOfficeCalls.approveClass);
  const { school } = useConfig();
  const [address] = useSearchParams();
  const wished = wishedClass(address, instruments, school);
  // Its times come first: by them it is known whose wish it fits.
  const isApproved = mayApprove && !wished;
  const { run } = useChange(editChanges, isApproved ? 'addApproved' : 'addClass');

  async function add(filled: FilledClass) {
    const outcome = await run({ ...filled, ...(wished && { forwishers: true }) });
    if (outcome.isDone)
      await navigate(wished ? `../plan/${addedId(outcome)}${wished.plan}` : '/admin/manageclass', {
        state: AFTER_SAVE,
      });
    return outcome;
  }
  return (
    <>
      <div className="mb-6">
        <PageHeading
          title={t('areas.add_class')}
          lead={
            wished
              ? t('wishes.class_of_wishes')
              : mayApprove
                ? t('classes.add_lead_approved')
                : t('classes.add_lead')
          }
        />
        {!wished && (
          <Link to="../wishes" className="link mt-3 inline-block font-medium text-plum">
            {t('wishes.see_wishes')}
          </Link>
        )}
      </div>
      {instructors.items.length === 0 ? (
        <Empty sentence={t('classes.no_instructor_yet')}>
          <Link to="/admin/manageusers" className="btn btn-primary">
            {t('areas.manage_users')}
          </Link>
        </Empty>
      ) : (
        <ClassForm
          initial={wished?.draft ?? EMPTY_DRAFT}
          instructor={instructors}
          instruments={instruments}
          actions={[{ label: t('areas.add_class'), value: 'add' }]}
          onSave={add}
        />
      )}
    </>
  );
}
