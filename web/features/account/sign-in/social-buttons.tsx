import { useState } from 'react';
import { t } from '#languages/t.ts';
import { PROVIDER_NAMES, ProviderMark } from '#web/features/account/providers.tsx';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { useConfig } from '#web/lib/page/config.ts';
import type { ProviderId } from '#web/lib/session/identity-sdk.ts';
import { signInAt } from '#web/lib/session/sign-in.ts';

/** Sign-in with an account of another service, for those the school offers; `onDone` leads the person on. */
export function SocialButtons({
  onBusy,
  onProblem,
  onDone,
}: {
  onBusy: (isBusy: boolean) => void;
  onProblem: (sentence: string) => void;
  onDone: (provider: ProviderId) => Promise<void>;
}) {
  const { providers } = useConfig().identity;
  const [running, setRunning] = useState<ProviderId>();
  if (providers.length === 0) return null;

  async function start(provider: ProviderId) {
    setRunning(provider);
    onBusy(true);
    onProblem('');
    try {
      const { state } = await signInAt(provider);
      // Still busy: a page that is being left must not look again where to send a signed-in person.
      if (state === 'signed-in') return await onDone(provider);
    } catch (error) {
      onProblem(identityFault(error));
    }
    setRunning((now) => (now === provider ? undefined : now));
    onBusy(false);
  }

  return (
    <div className="mt-6">
      <p className="flex items-center gap-4 text-quiet text-sm before:h-px before:flex-1 before:bg-base-300 after:h-px after:flex-1 after:bg-base-300">
        {t('common.or')}
      </p>
      <div className="mt-5 grid gap-3">
        {providers.map((provider) => (
          <button
            key={provider}
            type="button"
            className="btn w-full border-base-300 btn-paper"
            // Another click takes the place of a window that got lost behind others.
            onClick={() => start(provider)}
          >
            {running === provider ? (
              <span className="loading loading-spinner loading-xs" aria-hidden="true" />
            ) : (
              <ProviderMark provider={provider} />
            )}
            {t('account.continue_with', { provider: PROVIDER_NAMES[provider] })}
          </button>
        ))}
      </div>
    </div>
  );
}
