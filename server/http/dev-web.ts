import type { Pages } from './answers/pages.ts';
import type { Web } from './app.ts';

/**
 * The web as it is being written, for `npm run dev`: Vite compiles each module when the browser asks for it
 * and replaces it in the open page when it changes.
 */
export async function openDevWeb(): Promise<Web> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const pages = async (): Promise<Pages> => {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build');
    return build.entry.module.createPages(build, 'development');
  };
  return {
    render: async (request, services) => (await pages()).render(request, services),
    queryOf: async (url, school) => (await pages()).queryOf(url, school),
    middleware: vite.middlewares,
  };
}
