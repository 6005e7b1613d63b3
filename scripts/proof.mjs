// `npm run proof` runs the long versions of what a checkpoint proves and writes docs/proof.md; `npm run proof
// -- failover` runs that one and writes its section alone. FAULT_ROUNDS repeats each more or less often. Ends
// with 1 when anything did not hold.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EVERY_PAGE,
  KILLED_ON_ONE,
  KILLS,
  LONG_ON_POSTGRES,
  WALKED_AT_WIDTHS,
  WALKED_IN_LANGUAGES,
} from '#proof/long.ts';
import { PROOFS } from '#proof/proofs.ts';
import { machine, measuredOn, putSection } from '#tests/support/sections.ts';
import { ROOT } from './marks.mjs';
import { toolOf } from './tool.mjs';

const listOf = (files) => files.map((file) => `\`${file}\``).join(', ');
const PAGE = join(ROOT, 'docs', 'proof.md');
const INTRODUCTION = `# Proof

Written by \`npm run proof\`, at last on ${machine()}. It runs what a checkpoint (\`CHECKPOINT=1 npm test\`) runs, longer and more often; \`FAULT_ROUNDS\` says how often. One alone, with its section of this page: \`npm run proof -- failover\`, and so on. What did not hold is
written down as failed.

What a checkpoint leaves to it: on PostgreSQL, after they have run on SQLite, ${listOf(LONG_ON_POSTGRES)} (\`npm run proof -- postgres\`, \`matrix\`); on the other database than the one on which a checkpoint kills at each of the same points, ${listOf([...KILLED_ON_ONE, ...KILLS])} (\`kills\`); the journeys of ${listOf(WALKED_AT_WIDTHS)} at their other widths (\`widths\`), and of ${listOf(WALKED_IN_LANGUAGES)} in French (\`languages\`); those that go through every page, ${listOf(EVERY_PAGE)} (\`palettes\`, \`languages\`); and three of four pictures with bytes flipped at random (\`pictures\`).

`;

const asked = process.argv.slice(2);
const unknown = asked.find((name) => PROOFS.every((proof) => proof.name !== name));
if (unknown) {
  console.error(`There is no proof ${unknown}, only: ${PROOFS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

let hasFailed = false;
for (const proof of PROOFS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  console.error(`\nProving: ${proof.title} …`);
  const outcome = prove(proof);
  hasFailed ||= !outcome.holds;
  const section = toMarkdown(proof, outcome);
  console.log(section);
  // After each, so that what has run is kept when the next one is interrupted.
  putSection(PAGE, {
    title: proof.title,
    text: section,
    introduction: INTRODUCTION,
    sections: PROOFS,
  });
}
process.exit(hasFailed ? 1 : 0);

/** Node's arguments for files of one kind: journeys, tests of a project, or a file that runs by itself. */
function commandsFor(files) {
  const journeys = files.filter((file) => file.endsWith('.spec.ts'));
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const own = files.filter((file) => !journeys.includes(file) && !tests.includes(file));
  return [
    ...(journeys.length ? [[toolOf('@playwright/test', 'playwright'), 'test', ...journeys]] : []),
    ...(tests.length ? [[toolOf('vitest'), 'run', ...tests]] : []),
    ...own.map((file) => [file]),
  ];
}

/** Runs a proof; gives whether it holds, and the figures that it told. */
function prove({ files, rounds = 1, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-proof-'));
  const told = join(folder, 'figures');
  const began = Date.now();
  const isGreen = commandsFor(files)
    .map((args) =>
      spawnSync(process.execPath, args, {
        cwd: ROOT,
        stdio: ['ignore', 2, 2],
        env: { FAULT_ROUNDS: String(rounds), ...process.env, ...env, PROOF_FILE: told },
      }),
    )
    .every(({ status }) => status === 0);
  const figures = existsSync(told) ? addUp(readFileSync(told, 'utf8')) : new Map();
  rmSync(folder, { recursive: true, force: true });
  // What counts nothing has proved nothing, though no test of it failed.
  return { holds: isGreen && figures.size > 0, figures, minutes: (Date.now() - began) / 60_000 };
}

function addUp(lines) {
  const figures = new Map();
  for (const line of lines.split('\n').filter(Boolean))
    for (const [what, value] of Object.entries(JSON.parse(line))) {
      const before = figures.get(what);
      const both =
        typeof value === 'number' ? (before ?? 0) + value : [before, value].filter(Boolean).join('; ');
      figures.set(what, both);
    }
  return figures;
}

function toMarkdown({ name, title, proved, notProved, files, rounds }, { holds, figures, minutes }) {
  const repeated = rounds ? `FAULT_ROUNDS=${process.env.FAULT_ROUNDS ?? rounds} ` : '';
  const rows = [...figures].map(([what, value]) => `| ${what} | ${value.toLocaleString('en')} |`);
  return `## ${title}

**${holds ? 'Held' : 'Failed'}** on ${measuredOn(ROOT, files)}, in ${minutes.toFixed(1)} minutes: \`${repeated}npm run proof -- ${name}\`, which runs ${files.map((file) => `\`${file}\``).join(', ')}.

${rows.length ? `| counted | |\n|---|---|\n${rows.join('\n')}` : 'Nothing was counted.'}

What it proves: ${proved}

What it does not prove: ${notProved}

`;
}
