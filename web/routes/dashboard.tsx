import { redirect } from 'react-router';
import { t } from '#languages/t.ts';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { DASHBOARDS } from '#web/lib/address/dashboards.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { sessionReady } from '#web/lib/session/session.ts';
import type { Route } from './+types/dashboard';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('site.dashboard')), NOT_INDEXED];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

/** Redirects each role to its own area. */
export async function clientLoader() {
  const session = await sessionReady();
  throw redirect(session.state === 'signed-in' ? DASHBOARDS[session.user.role] : '/');
}

export const HydrateFallback = () => <Spinner />;

export default function Dashboard() {
  return null;
}
