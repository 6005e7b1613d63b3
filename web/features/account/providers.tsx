import type { ReactNode } from 'react';
import type { ProviderId } from '#web/lib/session/identity-sdk.ts';

export const PROVIDER_NAMES: Record<ProviderId, string> = { 'google.com': 'Google', 'github.com': 'GitHub' };

const MARKS: Record<ProviderId, () => ReactNode> = { 'google.com': Google, 'github.com': GitHub };

/** The mark by which people know a service; its name stands beside it. */
export function ProviderMark({ provider }: { provider: ProviderId }) {
  const Mark = MARKS[provider];
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0" aria-hidden="true">
      <Mark />
    </svg>
  );
}

function Google() {
  return (
    <g fill="none" strokeWidth="4.4">
      <path stroke="#4285f4" d="M12.2 12h8.6a8.8 8.8 0 0 1-2.58 6.22" />
      <path stroke="#34a853" d="M18.22 18.22A8.8 8.8 0 0 1 4.23 16.13" />
      <path stroke="#fbbc05" d="M4.23 16.13a8.8 8.8 0 0 1 0-8.26" />
      <path stroke="#ea4335" d="M4.23 7.87A8.8 8.8 0 0 1 18.22 5.78" />
    </g>
  );
}

function GitHub() {
  return (
    <>
      <circle cx="12" cy="12" r="11.5" fill="#1f2328" />
      <path
        fill="#ffffff"
        d="M6.9 5.1c1.1 0 2.3.6 3.1 1.2a10.6 10.6 0 0 1 4 0c.8-.6 2-1.2 3.1-1.2.5 1.1.5 2.2.2 3.1.8.9 1.2 2 1.2 3.3 0 3.8-2.2 4.9-4.5 5.2.6.6.9 1.4.9 2.500v5H9.100v-2.400c-2.6.5-3.3-.7-3.8-1.8-.3-.6-.7-1-1.1-1.3-.5-.4 0-.7.4-.6 1 .1 1.4.9 1.8 1.5.7 1.1 1.7 1.1 2.7.7.1-.6.4-1.1.8-1.5-2.4-.3-4.7-1.4-4.7-5.3 0-1.3.4-2.4 1.2-3.3-.2-.9-.1-2 .5-3.100Z"
      />
    </>
  );
}
