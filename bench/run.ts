import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import build from '#tests/support/built-setup.ts';
import { machine, putSection } from '#tests/support/sections.ts';
import { type Bench, toMarkdown } from './measure/section.ts';

/*
 * `npm run bench` measures everything, one `*.bench.ts` after the other, and writes docs/performance.md; `npm
 * run bench -- answers` measures that one and writes its section alone. Ratios of one run on one machine:
 * never tests.
 */

const SUFFIX = '.bench.ts';
const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md');

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => basename(file, SUFFIX))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown) throw new Error(`There is no benchmark ${unknown}, only: ${all.join(', ')}.`);

const INTRODUCTION = `# Performance

Written by \`npm run bench\`, at last on ${machine()}. Both figures of a line come from the same run on the same machine, so that
their ratio holds elsewhere; one section again: \`npm run bench -- answers\`, and so on.

`;

build();
for (const name of asked.length > 0 ? asked : all) {
  console.error(`Measuring: ${name} …`);
  const { default: bench }: { default: Bench } = await import(`./${name}${SUFFIX}`);
  const section = await bench();
  const markdown = `${toMarkdown(section, `npm run bench -- ${name}`)}\n`;
  console.log(markdown);
  // After each, so that what was measured is kept when the next one is interrupted.
  putSection(PAGE, { title: section.title, text: markdown, introduction: INTRODUCTION });
}
