import { createContext, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { ClientConfig } from '#contract/config/calls.ts';

declare global {
  interface Window {
    /** Put into every page by the root layout. */
    cadenza: ClientConfig;
  }
}

/** What the server told this page of the school; outside components, in the browser only. */
export const clientConfig = (): ClientConfig => window.cadenza;

/** Asks again for what the server says of the school; where it has no answer, what was said before stays. */
export async function refreshConfig(): Promise<ClientConfig> {
  try {
    const answer = await fetch('/config.json');
    if (answer.ok) window.cadenza = await answer.json();
  } catch {
    // No connection: the page goes on as it is.
  }
  return window.cadenza;
}

/** Stands in place of what the server said, around a page that is shown as it would be. */
export const ConfigContext = createContext<ClientConfig | null>(null);

/** What the server said of the school, for components on both sides. */
export function useConfig(): ClientConfig {
  const said = useRouteLoaderData('root') as ClientConfig;
  return useContext(ConfigContext) ?? said;
}
