import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same browser built without windows: a journey takes two thirds of the processor's time. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Chromium or Chrome of this machine; undefined when there is none. `CHROMIUM` names another. */
export const findChromium = () => findBrowser(NAMES);

/** The same for a browser that shows nobody anything: one without windows where there is one. */
export const findHeadlessChromium = () => findBrowser([...HEADLESS_NAMES, ...NAMES]);

function findBrowser(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...files, MAC].find((file) => file !== '' && isExecutable(file));
}

/**
 * Finds Chromium or, where Debian's package may be installed, installs it. Throws a sentence that says how to
 * get it.
 */
export function installChromium(): string {
  const found = findChromium();
  if (found) return found;
  installPackage('chromium');
  return orRefuse(findChromium());
}

/** The same for a browser without windows; any other Chromium serves where there is none to be had. */
export function installHeadlessChromium(): string {
  if (!process.env.CHROMIUM && !findBrowser(HEADLESS_NAMES)) installPackage('chromium-headless-shell');
  return findHeadlessChromium() ?? installChromium();
}

function installPackage(name: string) {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  console.error(`Installing Debian’s ${name} for the browser tests …`);
  spawnSync('apt-get', ['update'], { stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', env });
}

function orRefuse(browser: string | undefined): string {
  if (browser) return browser;
  throw new Error(
    'The browser tests need Chromium: install Debian’s package chromium, or set CHROMIUM to the path of one.',
  );
}
