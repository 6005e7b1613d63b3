import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import build from '#tests/support/built-setup.ts';
import { type Bench, toMarkdown } from './section.ts';

/*
 * `npm run bench` measures everything, one `*.bench.ts` after the other, and writes docs/performance.md; `npm run bench -- answers`
 * measures that one and prints it. Ratios of one run on one machine: never tests.
 */

const SUFFIX = '.bench.ts';
const KEPT = join(import.meta.dirname, '..', 'build', 'bench');
const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md');

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => basename(file, SUFFIX))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown) throw new Error(`There is no benchmark ${unknown}, only: ${all.join(', ')}.`);

build();
mkdirSync(KEPT, { recursive: true });
const keptFile = (name: string) => join(KEPT, `${name}.md`);
for (const name of asked.length > 0 ? asked : all) {
  console.error(`Measuring: ${name} …`);
  const { default: bench }: { default: Bench } = await import(`./${name}${SUFFIX}`);
  const section = `${toMarkdown(await bench())}\n`;
  writeFileSync(keptFile(name), section);
  console.log(section);
}
if (asked.length === 0)
  writeFileSync(PAGE, introduction() + all.map((name) => readFileSync(keptFile(name), 'utf8')).join(''));

function introduction(): string {
  const [core] = cpus();
  const machine = `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const today = new Date().toISOString().slice(0, 10);
  return `# Performance

Written by \`npm run bench\` on ${today}: ${machine}. Both figures of a line come from the same run on the same machine, so that
their ratio holds elsewhere; one table again, without writing this page: \`npm run bench -- answers\`, and so on.

`;
}
