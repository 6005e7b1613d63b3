import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  const files = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...files, MAC].find((file) => file !== '' && isExecutable(file));
}

/** Finds Chromium or, where Debian's package may be installed, installs it. Throws a sentence that says how to get it. */
export function installChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    console.error('Installing Debian’s chromium for the browser tests …');
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore', env });
  }
  const installed = findChromium();
  if (!installed) {
    throw new Error(
      'The browser tests need Chromium: install Debian’s package chromium, or set CHROMIUM to the path of one.',
    );
  }
  return installed;
}
