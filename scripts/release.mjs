// Makes build/release/cadenza-<version>-<platform>.tar.gz: what a machine of this kind needs to run the
// school, Node among it, and nothing that must be built or fetched. The same sources and packages give the
// same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from '#server/admin/records/tar.ts';
import { closureOf, licencesOf } from './licences.mjs';
import { hashOf, isReady, ROOT } from './marks.mjs';
import { fetchNode, linkNode, packageOfNode } from './pinned-node.mjs';

const windows = process.platform === 'win32';
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `cadenza-${manifest.version}-${process.platform}-${process.arch}`;
const folder = join(ROOT, 'build', 'release');
const archive = join(folder, `${name}.tar.gz`);

/** What goes in as it lies here; the server brings along all packages but those that are no JavaScript. */
const TREES = ['build/school', 'build/server', 'build/client', 'deploy', ...closureOf(['sharp'])];
const FILES = [
  'LICENSE',
  'LICENSES.md',
  '.env.example',
  'docs/production.md',
  'docs/alerts.md',
  'docs/operations.md',
  ...globSync(['web/fonts/*LICENSE*', 'web/components/icons/LICENSE'], { cwd: ROOT }),
];

const UNIX = `#!/bin/sh
# Needs nothing but itself. The folder in which it is called holds .env, and data unless DATA_DIR names another.
set -eu
case $0 in */*) here=\${0%/*} ;; *) here=. ;; esac
here=$(cd -P -- "$here" && pwd -P)
# The folder of a release stays as it was unpacked: what Node compiles is not kept in it.
export NODE_DISABLE_COMPILE_CACHE=1
case \${1-} in
start)
  shift
  # Two settings of glibc: without them what pictures needed for a moment is not given back.
  export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX-2}" MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_-131072}"
  exec "$here/node" --max-semi-space-size=8 --heap-growing-percent=40 "$here/build/school/main.js" "$@" ;;
admin)
  shift
  exec "$here/node" "$here/build/school/admin.js" "$@" ;;
--version)
  echo 'Cadenza ${manifest.version}' ;;
*)
  echo 'usage: cadenza start | cadenza admin <command> | cadenza --version' >&2
  exit 2 ;;
esac
`;
const WINDOWS = `@echo off
setlocal
set NODE_DISABLE_COMPILE_CACHE=1
if "%1"=="start" "%~dp0node.exe" --max-semi-space-size=8 --heap-growing-percent=40 "%~dp0build\\school\\main.js" & exit /b
if "%1"=="admin" "%~dp0node.exe" "%~dp0build\\school\\admin.js" %2 %3 %4 %5 %6 %7 %8 %9 & exit /b
if "%1"=="--version" echo Cadenza ${manifest.version} & exit /b
echo usage: cadenza start ^| cadenza admin command ^| cadenza --version 1>&2
exit /b 2
`.replaceAll('\n', '\r\n');

const asIs = (path) => ({ path, read: () => readFileSync(join(ROOT, path)) });
const made = (path, text, isExecutable = false) => ({ path, read: () => Buffer.from(text), isExecutable });

function filesIn(tree) {
  return globSync(`${tree}/**`, { cwd: ROOT })
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .map((path) => asIs(path.replaceAll('\\', '/')));
}

function everyFile() {
  const { version, license } = manifest;
  const files = [
    ...TREES.filter((tree) => existsSync(join(ROOT, tree))).flatMap(filesIn),
    ...FILES.map(asIs),
    made('package.json', `${JSON.stringify({ name: 'cadenza', version, license, type: 'module' })}\n`),
    made('THIRD-PARTY-LICENCES.txt', licencesOf(manifest, [node])),
    windows ? made('cadenza.cmd', WINDOWS) : made('cadenza', UNIX, true),
    {
      ...asIs(`${node}/bin/${windows ? 'node.exe' : 'node'}`),
      path: windows ? 'node.exe' : 'node',
      isExecutable: true,
    },
  ];
  return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
}

/** In one order on any system, each read when its turn comes. */
function* entries() {
  const byPath = (one, other) => (one.path < other.path ? -1 : 1);
  for (const { path, read, isExecutable } of everyFile().sort(byPath))
    yield { name: path, bytes: read(), mode: isExecutable ? 0o755 : 0o644 };
}

/**
 * When the sources were committed last, or as the caller says (reproducible-builds.org, SOURCE_DATE_EPOCH).
 */
function secondsOf() {
  const { SOURCE_DATE_EPOCH } = process.env;
  const committed = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).stdout;
  return Number(SOURCE_DATE_EPOCH ?? committed) || 0;
}

await fetchNode();
linkNode();
const node = packageOfNode();
const marker = join(ROOT, 'build', '.release');
const seconds = secondsOf();
const sources = [
  'build/.pages',
  'build/.server',
  'scripts/release.mjs',
  'scripts/licences.mjs',
  'scripts/node/package-lock.json',
  'server/admin/records/tar.ts',
  'deploy',
  'package-lock.json',
  ...FILES,
];
const hash = `${name} ${seconds} ${hashOf(sources)}`;
if (!existsSync(archive) || !isReady(marker, hash)) {
  mkdirSync(folder, { recursive: true });
  await pipeline(Readable.from(packTar(entries(), { seconds })), createGzip(), createWriteStream(archive));
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`);
  writeFileSync(marker, hash);
}
console.log(archive);
