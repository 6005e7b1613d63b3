import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './postgres.ts';

/*
 * Browsers of the machine beside Chromium, as Debian packages them, by the protocols that they speak themselves:
 * Playwright drives builds of its own alone, which no package has, and Firefox from a later release on.
 */

/** A page in one of them. */
export type OtherPage = {
  /** Opens an address, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page and gives what it returns, as JSON. */
  evaluate<A extends readonly unknown[], T>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T>;
  close(): Promise<void>;
};

const FIREFOX = ['firefox-esr', 'firefox'];
const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1'].map((version) => `/usr/lib/${machine}/${version}/MiniBrowser`),
);
const SETTLE_MS = 30_000;

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  const files = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** How each is opened, and what a machine needs for that; `open` gives undefined where something of it is missing. */
export const OTHER_BROWSERS = [
  { name: 'Firefox', needs: 'Debian’s firefox-esr', open: openFirefox },
  { name: 'WebKit', needs: 'Debian’s webkit2gtk-driver and xvfb', open: openWebkit },
] as const;

const expressionOf = (work: (...given: never[]) => unknown, given: readonly unknown[]) =>
  `(async () => JSON.stringify(await (${work})(...${JSON.stringify(given)})))()`;
const read = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : undefined);

const within = <T>(promise: Promise<T>, what: string): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, SETTLE_MS, new Error(`${what} does not answer.`))),
  ]);

/** Waits for a line of a program that matches. */
const lineOf = (output: NodeJS.ReadableStream, pattern: RegExp): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    output.on('data', (chunk) => {
      text += chunk;
      const [, found] = pattern.exec(text) ?? [];
      if (found) resolve(found);
    });
  });

async function end(programs: readonly ChildProcess[]) {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(
    programs.map((program) => program.exitCode ?? new Promise((resolve) => program.once('exit', resolve))),
  );
}

/** Firefox, by WebDriver BiDi. */
async function openFirefox(): Promise<OtherPage | undefined> {
  const file = findProgram(FIREFOX);
  if (!file) return undefined;
  const profile = mkdtempSync(join(tmpdir(), 'cadenza-firefox-'));
  const firefox = spawn(file, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await within(lineOf(firefox.stderr, /BiDi listening on (ws:\S+)\s/), 'Firefox');
  const socket = new WebSocket(`${address}/session`);
  const answers = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(data);
    answers.get(answer.id)?.(answer);
    answers.delete(answer.id);
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  let asked = 0;
  function ask(method: string, params: object) {
    const id = ++asked;
    const answer = new Promise<Answer>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    return answer.then(({ type, message, result }) => {
      if (type === 'error') throw new Error(`${method}: ${message}`);
      return result;
    });
  }
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(work, ...given) {
      const { type, result, exceptionDetails } = await ask('script.evaluate', {
        expression: expressionOf(work, given),
        target: { context },
        awaitPromise: true,
      });
      if (type === 'exception') throw new Error(exceptionDetails.text);
      return read(result.value);
    },
    async close() {
      socket.close();
      await end([firefox]);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a browser answers, of each command another thing
type Answer = { id: number; type: string; message?: string; result: any };

/** WebKit, by WebDriver, in its package's small browser on a screen that nobody sees. */
async function openWebkit(): Promise<OtherPage | undefined> {
  const [driver, browser, screen] = [['WebKitWebDriver'], MINI_BROWSERS, ['Xvfb']].map(findProgram);
  if (!driver || !browser || !screen) return undefined;
  const display = spawn(screen, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await within(lineOf(display.stdio[3] as NodeJS.ReadableStream, /(\d+)\s/), 'Xvfb');
  const port = await freePort();
  const driving = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11' },
  });
  async function ask(path: string, body: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: Record<string, unknown> | string | null };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
  const start = async () => {
    for (;;)
      try {
        return await ask('/session', { capabilities: { alwaysMatch } });
      } catch (error) {
        // It does not listen yet.
        if (!(error instanceof TypeError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
  };
  const session = Reflect.get(Object(await within(start(), 'WebKit')), 'sessionId');
  return {
    open: async (url) => void (await ask(`/session/${session}/url`, { url })),
    async evaluate(work, ...given) {
      const script = `const done = arguments[0]; ${expressionOf(work, given)}.then(done, (error) => done({ error: String(error) }));`;
      const value = await ask(`/session/${session}/execute/async`, { script, args: [] });
      if (value && typeof value === 'object') throw new Error(String(value.error));
      return read(value);
    },
    async close() {
      await fetch(`http://127.0.0.1:${port}/session/${session}`, { method: 'DELETE' });
      await end([driving, display]);
    },
  };
}
