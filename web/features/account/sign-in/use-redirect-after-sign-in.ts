import { useNavigate } from 'react-router';
import { useReturnPath } from '#web/lib/address/return-path.ts';
import type { ProviderId } from '#web/lib/session/identity-sdk.ts';
import { firstPath } from '#web/lib/session/session.ts';

/**
 * How many steps of this school lie behind the present entry of this tab's history: none where the browser
 * does not say.
 */
const stepsBehind = () => window.navigation?.currentEntry?.index ?? 0;

/**
 * Where a person goes who has just come in: where they wanted to, else home; with Google two steps back, as
 * the spec has it.
 */
export function useRedirectAfterSignIn(): (provider?: ProviderId) => Promise<void> {
  const from = useReturnPath();
  const navigate = useNavigate();
  return async (provider) => {
    if (firstPath() !== '/') await navigate(firstPath(), { replace: true });
    else if (provider === 'google.com' && !from && stepsBehind() >= 2) await navigate(-2);
    else await navigate(from ?? '/', { replace: true });
  };
}
