import { GitFork } from 'lucide-react';
import type { ProviderId } from '#web/lib/session.ts';

export const PROVIDER_NAMES: Record<ProviderId, string> = { 'google.com': 'Google', 'github.com': 'GitHub' };

/** A mark for a service; its name stands beside it. */
export function ProviderMark({ provider }: { provider: ProviderId }) {
  if (provider === 'github.com') return <GitFork className="size-5" aria-hidden="true" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-5 place-items-center rounded-full bg-info font-bold text-info-content text-xs leading-none"
    >
      G
    </span>
  );
}
