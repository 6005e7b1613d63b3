import { useRouteLoaderData } from 'react-router';
import type { ClientConfig } from '#contract/config.ts';

declare global {
  interface Window {
    /** Put into every page by the root layout. */
    cadenza: ClientConfig;
  }
}

/** What the server told this page of the school; outside components, in the browser only. */
export const clientConfig = (): ClientConfig => window.cadenza;

/** What the server said of the school, for components on both sides. */
export const useConfig = () => useRouteLoaderData('root') as ClientConfig;
