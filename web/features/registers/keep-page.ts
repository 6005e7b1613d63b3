import { pagePath } from '#languages/addresses.ts';
import { language } from '#languages/t.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { CACHES } from '#web/lib/page/page-worker.ts';
import { TODAY_PATH } from '#web/lib/page/today-path.ts';
import { removeKept } from './kept.ts';

/**
 * Lets this browser keep the page of registers, in this language, so that it opens without a network. Where the
 * school has switched that off, it is removed with all that it kept.
 */
export async function keepPage(): Promise<void> {
  if (clientConfig().isWorkerOff) return removePage();
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const page = pagePath(TODAY_PATH, language(), clientConfig().school);
  try {
    const registration = await navigator.serviceWorker.register(`${page}/worker.js`, { scope: page });
    await registration.update();
  } catch {
    // Without one the page works as long as it is open.
  }
}

async function removePage() {
  removeKept();
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? [])
    if (new URL(registration.scope).pathname.endsWith(TODAY_PATH)) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(`${CACHES} `)) await caches.delete(name);
}
