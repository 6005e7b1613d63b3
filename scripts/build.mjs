// Builds what is stale and leaves alone what is ready, which a hash of its sources tells. On whichever Node
// npm itself runs by: built-ins only, nothing newer than Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isReady, NODE, ROOT } from './marks.mjs';

/** Each apart: after a change in the server alone the pages stay as they are. */
const BUILDS = [
  {
    what: 'pages',
    sources: [
      'web',
      'contract',
      'languages',
      'embedded',
      'public',
      'scripts/languages',
      'vite.config.ts',
      'react-router.config.ts',
    ],
  },
  { what: 'server', sources: ['server', 'contract', 'languages', 'statements', 'embedded', 'package.json'] },
];

const SHARED = ['copy-catalogues', 'manifest', 'one-byte', 'shell'].map(
  (name) => `scripts/build/${name}.mjs`,
);

for (const { what, sources } of BUILDS) {
  const script = `scripts/build/${what}.mjs`;
  const marker = join(ROOT, 'build', `.${what}`);
  const hash = hashOf([...sources, script, ...SHARED, 'package-lock.json']);
  if (isReady(marker, hash)) continue;
  console.error(`Building the ${what} …`);
  const node = existsSync(NODE) ? NODE : process.execPath;
  const { status } = spawnSync(node, [script], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`\nBuilding the ${what} did not succeed.`);
    process.exit(status || 1);
  }
  writeFileSync(marker, hash);
}
