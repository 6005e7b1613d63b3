import { Link } from 'react-router';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { readAccount } from '#web/features/account/account.ts';
import { accountChanges } from '#web/features/account/changes.ts';
import { ProfileForm } from '#web/features/account/profile-form.tsx';
import { SessionList } from '#web/features/account/session-list.tsx';
import { AddressPanel, LinkedAccounts, PasswordForm } from '#web/features/account/sign-in-ways.tsx';
import { YourData } from '#web/features/account/your-data.tsx';
import { api } from '#web/lib/api.ts';
import { actionOf } from '#web/lib/change.ts';
import { onlySignedIn } from '#web/lib/guard.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/account';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'My Account'), NOT_INDEXED];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export async function clientLoader() {
  const [account, sessions] = await Promise.all([readAccount(), api.listSessions()]);
  return { user: signedInUser(), account, sessions };
}

export const clientAction = actionOf(accountChanges);

export const HydrateFallback = () => <Spinner />;

export default function AccountPage({ loaderData: { user, account, sessions } }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <PageHeading title="My account" />
      {user.role !== 'student' && (
        <p className="mt-3 text-quiet">
          Classes that you take yourself, and their receipts, are in your{' '}
          <Link to="/student" className="link text-plum">
            student dashboard
          </Link>
          .
        </p>
      )}
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <ProfileForm user={user} />
          <AddressPanel account={account} />
          <YourData account={account} />
        </div>
        <div className="grid gap-6">
          <PasswordForm account={account} />
          <LinkedAccounts account={account} />
          <SessionList sessions={sessions} />
        </div>
      </div>
    </div>
  );
}
