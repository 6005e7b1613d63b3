import type { ProviderOptions } from '#embedded/identity/options.ts';
import type { ProviderId } from '#embedded/identity/tables.ts';
import { githubProvider } from './github.ts';
import { googleProvider } from './google.ts';
import type { OAuthProvider } from './oauth.ts';

export const PROVIDER_NAMES: Record<ProviderId, string> = { 'google.com': 'Google', 'github.com': 'GitHub' };

export const isProviderId = (id: string): id is ProviderId => Object.hasOwn(PROVIDER_NAMES, id);

const clientOf = ({ google, github }: ProviderOptions, id: ProviderId) =>
  id === 'google.com' ? google : github;

/** Whether people may sign in by this provider. */
export const isOn = (options: ProviderOptions, id: ProviderId): boolean =>
  clientOf(options, id) !== undefined || options.demoPeople !== undefined;

/** The providers that have a client here; the others, where they are on, are played by the demo people. */
export function oauthProviders({
  google,
  github,
}: ProviderOptions): Partial<Record<ProviderId, OAuthProvider>> {
  return {
    ...(google && { 'google.com': googleProvider(google) }),
    ...(github && { 'github.com': githubProvider(github) }),
  };
}
