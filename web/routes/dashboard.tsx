import { redirect } from 'react-router';
import { Spinner } from '#web/components/spinner.tsx';
import { onlySignedIn } from '#web/lib/guard.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { sessionReady } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/dashboard';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Dashboard'), NOT_INDEXED];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

/** Redirects each role to its own area. */
export async function clientLoader() {
  const session = await sessionReady();
  throw redirect(session.state === 'signed-in' ? `/${session.user.role}` : '/');
}

export const HydrateFallback = () => <Spinner />;

export default function Dashboard() {
  return null;
}
