import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paymentCalls } from '#contract/payments/calls.ts';
import { rosterCalls } from '#contract/rosters/calls.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { timetableCalls } from '#contract/timetable/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { circularChanges } from '#web/features/circulars/changes.ts';
import { WriteButton } from '#web/features/circulars/write-button.tsx';
import { officeChanges } from '#web/features/families/changes.ts';
import { EnrolLearnersDialog } from '#web/features/families/several/enrol-learners-dialog.tsx';
import { RosterView } from '#web/features/rosters/roster-view.tsx';
import { waitingChanges } from '#web/features/waitlist/office-changes.ts';
import { WaitingSection } from '#web/features/waitlist/waiting-section.tsx';
import { InviteButton } from '#web/features/wishes/invite-button.tsx';
import { inviteChanges } from '#web/features/wishes/office-changes.ts';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { useMay } from '#web/lib/session/may.ts';
import type { Route } from './+types/roster';

const api = apiOf(rosterCalls, waitlistCalls, timetableCalls, termCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.roster')), NOT_INDEXED];

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [roster, line, lessons, terms] = await Promise.all([
    api.readRoster({ params, querystring: placeIn(new URL(request.url).searchParams) }),
    api.listWaiting({ params }),
    api.listClassLessons({ params }),
    api.listTerms(),
  ]);
  return { roster, line, planned: { lessons, terms } };
}

export const clientAction = actionOf({
  ...waitingChanges,
  ...circularChanges,
  ...officeChanges,
  ...inviteChanges,
});

export default function Roster({ loaderData: { roster, line, planned } }: Route.ComponentProps) {
  const { _id, classname } = roster.class;
  const may = useMay();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const isAsked = parameters.get('enrol') === '1';
  const [isOpen, setIsOpen] = useState(isAsked);
  function close() {
    setIsOpen(false);
    // Going back or loading again does not open it once more.
    if (isAsked) void navigate('.', { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <RosterView
        roster={roster}
        planned={planned}
        isOffice
        action={
          may(paymentCalls.enrolByHand) && (
            <button type="button" className="btn btn-primary btn-sm" onClick={() => setIsOpen(true)}>
              {t('families.enrol_learners')}
            </button>
          )
        }
      />
      {isOpen && <EnrolLearnersDialog item={roster.class} onClose={close} />}
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        <Link to={`/admin/families?classid=${_id}`} className="btn btn-outline btn-sm">
          {t('rosters.enrol_by_hand')}
        </Link>
        {roster.total > 0 && <WriteButton to={{ classid: _id }} name={classname} />}
        {line.free > 0 && <InviteButton classid={_id} classname={classname} />}
      </div>
      <WaitingSection classname={classname} {...line} isOffice />
    </>
  );
}
