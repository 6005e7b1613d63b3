/** What a browser keeps of one page, so that the page opens without a network. */
export type Shell = {
  /** Its path, with its language’s. */
  page: string;
  /** The folder of its scripts below `/assets/`, named by what all of them hold. */
  folder: string;
  /** The paths of all that it loads. */
  files: readonly string[];
};

/** How the names of the caches begin; the page’s path and the folder follow. */
export const CACHES = 'registers';

/** What this module uses of a service worker, which the types of pages do not know. */
type Waiting = ExtendableEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Worker = {
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: Waiting) => void): void;
};

/**
 * The service worker of one page, as text, and so it uses nothing from outside itself. The network comes first;
 * without one, or where it takes too long, the page opens as it was when it came last. A page and its scripts
 * are of one build: what is kept of the page names the folder, and the folder is named by what it holds.
 */
function keepPage({ page, folder, files }: Shell, prefix: string) {
  /** How long a page may take that could be opened at once. */
  const PATIENCE_MS = 3000;
  const SERVER_FAULT = 500;
  const worker = self as unknown as Worker;
  const name = `${prefix} ${page} ${folder}`;
  const known = new Set(files);

  const kept = async () => (await caches.open(name)).match(page, { ignoreVary: true });

  /** Keeps the page where it is of this build; another one has its own worker. */
  async function keep(response: Response): Promise<boolean> {
    const text = await response.clone().text();
    if (!response.ok || response.redirected || !text.includes(`/assets/${folder}/`)) return false;
    await (await caches.open(name)).put(page, response);
    return true;
  }

  async function install() {
    const cache = await caches.open(name);
    await cache.addAll(files as string[]);
    if (!(await keep(await fetch(page, { cache: 'no-cache' }))))
      throw new Error('The page is of another build.');
    await worker.skipWaiting();
  }

  /** The build before this one stays, for pages that are open. */
  async function forget() {
    const names = await caches.keys();
    const others = names.filter((other) => other.startsWith(`${prefix} ${page} `) && other !== name);
    await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
  }

  async function open(event: Waiting): Promise<Response> {
    const fallback = await kept();
    const coming = fetch(event.request);
    if (!fallback) return coming;
    const answer = coming.then(
      (response) => {
        if (response.status >= SERVER_FAULT) return fallback;
        event.waitUntil(keep(response.clone()));
        return response;
      },
      () => fallback,
    );
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(fallback), PATIENCE_MS));
    return Promise.race([answer, late]);
  }

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) => event.waitUntil(forget()));
  worker.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== location.origin) return;
    if (mode === 'navigate') {
      if (pathname.replace(/\/$/, '') === page) event.respondWith(open(event));
    } else if (known.has(pathname) || pathname.startsWith('/assets/')) {
      // Also what a page of the build before asks for: its name tells its content.
      event.respondWith(
        caches.match(pathname, { ignoreVary: true }).then((file) => file ?? fetch(event.request)),
      );
    }
  });
}

/** Takes the place of a worker that is there, and removes it with all that was kept. */
function removeWorker(prefix: string, database: string) {
  const worker = self as unknown as Worker;
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(remove()));

  async function remove() {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(`${prefix} `)).map((name) => caches.delete(name)),
    );
    indexedDB.deleteDatabase(database);
    await worker.registration.unregister();
  }
}

/** The script of the service worker; without a shell that of one that removes itself. */
export const workerScript = (shell: Shell | undefined, database: string) =>
  shell
    ? `(${keepPage})(${JSON.stringify(shell)},'${CACHES}')`
    : `(${removeWorker})('${CACHES}','${database}')`;
