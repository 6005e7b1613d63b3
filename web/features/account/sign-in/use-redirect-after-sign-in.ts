import { useNavigate } from 'react-router';
import { withoutLanguage } from '#languages/addresses.ts';
import { DASHBOARDS } from '#web/lib/address/dashboards.ts';
import { useReturnPath } from '#web/lib/address/return-path.ts';
import type { ProviderId } from '#web/lib/session/identity-sdk.ts';
import { currentSession, firstPath } from '#web/lib/session/session.ts';

/**
 * How many steps of this school lie behind the present entry of this tab's history: none where the browser
 * does not say.
 */
const stepsBehind = () => window.navigation?.currentEntry?.index ?? 0;

/** Where a sign-in leads that was begun on the sign-in page itself: who works here, to their own area. */
function landingPath(): string {
  const { pathname } = location;
  const session = currentSession();
  const isWorking = session.state === 'signed-in' && session.user.role !== 'student';
  return isWorking && withoutLanguage(pathname) === '/login' ? DASHBOARDS[session.user.role] : '/';
}

/**
 * Where a person goes who has just come in: where they wanted to, else to their own area or home; with Google
 * two steps back, as the spec has it.
 */
export function useRedirectAfterSignIn(): (provider?: ProviderId) => Promise<void> {
  const from = useReturnPath();
  const navigate = useNavigate();
  return async (provider) => {
    if (firstPath() !== '/') await navigate(firstPath(), { replace: true });
    else if (provider === 'google.com' && !from && stepsBehind() >= 2) await navigate(-2);
    else await navigate(from ?? landingPath(), { replace: true });
  };
}
