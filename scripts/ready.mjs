// What `npm start` and `npm test` do first, on whichever Node npm itself runs by: built-ins only, nothing
// newer than Node 20. Installs what is missing and, with --build, builds what is stale; what is ready is told
// by a hash and left alone.
import { existsSync } from 'node:fs';
import { isInstalled, markInstalled, NODE, ROOT } from './marks.mjs';
import { npmCi } from './npm-ci.mjs';
import { fetchNode, isNodeTooOld, linkNode } from './pinned-node.mjs';

async function install() {
  if (isInstalled()) return;
  console.error('Installing what Cadenza is made of …');
  await npmCi(ROOT);
  markInstalled();
}

// An installation takes the link away, with the Node that may run this very file. Once it is linked this is the
// Node that runs, so its own lock file alone tells whether another one is due.
const needsNode = isNodeTooOld() || existsSync(NODE);
// At once: each waits for the network most of the time.
await Promise.all([install(), needsNode && fetchNode()]);
if (needsNode) linkNode();
if (process.argv.includes('--build')) await import('./build.mjs');
