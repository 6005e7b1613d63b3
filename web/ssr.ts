import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Api } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config.ts';

/*
 * The only seam between the pages and the server: the server imports the build, calls `createRender` and hands over, with each
 * request, the calls as a visitor may make them and what the browser must know.
 */

export const apiContext = createContext<Api>();
export const configContext = createContext<ClientConfig>();

/** Makes the function that renders a request to a whole page. */
export function createRender(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  return (request: Request, { api, config }: { api: Api; config: ClientConfig }): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    context.set(configContext, config);
    return handle(request, context);
  };
}
