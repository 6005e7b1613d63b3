import { Link } from 'react-router';
import { accountCalls } from '#contract/account/calls.ts';
import { busyCalls } from '#contract/busy/calls.ts';
import { calendarCalls } from '#contract/calendars/calls.ts';
import { apiErrorOf } from '#contract/client.ts';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { instrumentCalls } from '#contract/instruments/calls.ts';
import { isOffice } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { readAccount } from '#web/features/account/account.ts';
import { accountChanges } from '#web/features/account/changes.ts';
import { ContactPanel } from '#web/features/account/panels/contact-panel.tsx';
import { LanguagePanel } from '#web/features/account/panels/language-panel.tsx';
import { Panel } from '#web/features/account/panels/panel.tsx';
import { ProfileForm } from '#web/features/account/panels/profile-form.tsx';
import { SessionList } from '#web/features/account/panels/session-list.tsx';
import { AddressPanel, LinkedAccounts, PasswordForm } from '#web/features/account/panels/sign-in-ways.tsx';
import { YourData } from '#web/features/account/panels/your-data.tsx';
import { FactorPanel } from '#web/features/account/second-factor/factor-panel.tsx';
import { BusyPanel } from '#web/features/busy/busy-panel.tsx';
import { busyChanges } from '#web/features/busy/changes.ts';
import { CalendarAddress } from '#web/features/calendars/calendar-address.tsx';
import { calendarChanges } from '#web/features/calendars/changes.ts';
import { profileChanges } from '#web/features/instructors/changes.ts';
import { ProfilePanel } from '#web/features/instructors/profile-panel.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { mayNow } from '#web/lib/session/may.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/account';

const api = apiOf(accountCalls, busyCalls, calendarCalls, instructorCalls, instrumentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.my_account')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export async function clientLoader() {
  const user = signedInUser();
  const [account, contact, sessions, calendar, busy, own, instruments] = await Promise.all([
    readAccount(),
    readOwnContact(),
    api.listSessions(),
    api.readOwnCalendar(),
    mayNow(busyCalls.readOwnBusy) ? api.readOwnBusy() : null,
    mayNow(instructorCalls.readOwnProfile) ? api.readOwnProfile() : null,
    user.role === 'student' ? [] : api.listInstruments(),
  ]);
  return {
    user: signedInUser(),
    account,
    contact,
    sessions,
    calendar,
    busy,
    instructor: own?.profile,
    instruments,
  };
}

/** Null of a family that the school has added, until its address is confirmed. */
async function readOwnContact() {
  try {
    return await api.readContact();
  } catch (error) {
    if (apiErrorOf(error)?.code === 'email-not-verified') return null;
    throw error;
  }
}

export const clientAction = actionOf({
  ...accountChanges,
  ...busyChanges,
  ...calendarChanges,
  ...profileChanges,
});

export const HydrateFallback = () => <Spinner />;

export default function AccountPage({
  loaderData: { user, account, contact, sessions, calendar, busy, instructor, instruments },
}: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <PageHeading title={t('account.my_account')} />
      {user.role !== 'student' && (
        <p className="mt-3 text-quiet">
          {rich('account.own_classes_elsewhere', {
            link: (words) => (
              <Link to="/student" className="link text-plum">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <ProfileForm user={user} />
          <Panel title={t('account.family')} lead={t('account.family_lead')}>
            <Link to="/account/family" className="btn btn-outline">
              {t('account.my_family')}
            </Link>
          </Panel>
          <Panel title={t('statement.title')} lead={t('statement.panel_lead')}>
            <Link to="/account/money" className="btn btn-outline">
              {t('statement.see')}
            </Link>
          </Panel>
          <Panel title={t('account.lessons_in_your_calendar')} lead={t('account.calendar_lead')}>
            <CalendarAddress calendar={calendar} />
          </Panel>
          {busy && (
            <Panel title={t('busy.title')} lead={t('busy.lead')}>
              <BusyPanel busy={busy} />
            </Panel>
          )}
          {instructor && (
            <Panel title={t('account.public_profile')} lead={t('account.public_profile_lead')}>
              <ProfilePanel instructor={instructor} listed={instruments.map(({ name }) => name)} />
            </Panel>
          )}
          <AddressPanel account={account} />
          <YourData account={account} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <LanguagePanel user={user} />
          {contact && <ContactPanel contact={contact} />}
          <PasswordForm account={account} />
          <FactorPanel account={account} isAsked={isOffice(user.role)} />
          <LinkedAccounts account={account} />
          <SessionList sessions={sessions} />
          <Panel title={t('account.who_and_what_has_access')} lead={t('account.access_lead')}>
            <Link to="/account/recovery" className="btn btn-outline">
              {t('account.check_your_account')}
            </Link>
          </Panel>
        </div>
      </div>
    </div>
  );
}
