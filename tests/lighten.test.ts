import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutSymbols, lightenModules } from '#scripts/lighten.mjs';

/* What an installation takes out of packages, and out of Node. */

let modules: string;
beforeAll(() => {
  modules = mkdtempSync(join(tmpdir(), 'cadenza-modules-'));
});
afterAll(() => rmSync(modules, { recursive: true, force: true }));

function write(name: string, text = '') {
  const file = join(modules, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const isThere = (name: string) => existsSync(join(modules, name));

test.each([
  ['a source map', 'a/dist/index.js.map', false],
  ['what is run', 'a/dist/index.js', true],
  ['types', 'a/dist/index.d.ts', true],
  ['its own tests', 'a/test/all.js', true],
  ['a source map of a package with a scope', '@b/c/index.js.map', false],
  ['a native part for this kind of machine', `a/prebuilds/${process.platform}-${process.arch}/a.node`, true],
  ['a native part for another', 'a/prebuilds/aix-ppc64/a.node', false],
  ['a map of a package within one', 'a/node_modules/e/index.js.map', false],
  ['what is run of a package within one', 'a/node_modules/e/index.js', true],
])('of a package %s (%s) is kept: %s', (_what, name, isKept) => {
  for (const own of ['a', '@b/c', 'a/node_modules/e']) write(`${own}/package.json`, '{}');
  write(name);
  lightenModules(modules);
  expect(isThere(name)).toBe(isKept);
});

test('Node runs on without the names of its functions, and is cut once', () => {
  const program = join(modules, process.platform === 'win32' ? 'node.exe' : 'node');
  copyFileSync(process.execPath, program);
  cutSymbols(program);
  expect(cutSymbols(program)).toBe(0);
  const asked = 'new Intl.DateTimeFormat("fr", { month: "long", timeZone: "UTC" }).format(0)';
  const { stdout, status } = spawnSync(program, ['-p', asked], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: 'janvier\n', status: 0 });
});

test.runIf(process.platform === 'linux')('Node that was cut holds no page of 2 MB for a byte of it', () => {
  const program = join(modules, 'cut');
  copyFileSync(process.execPath, program);
  cutSymbols(program);
  const asked = 'fs.readFileSync("/proc/self/smaps", "utf8")';
  const { stdout } = spawnSync(program, ['-p', asked], { encoding: 'utf8' });
  expect(stdout).toContain(program);
  const kilobytes = [...stdout.matchAll(/^FilePmdMapped: +(\d+) kB$/gm)].map(([, number]) => Number(number));
  expect(Math.max(0, ...kilobytes)).toBe(0);
});

test('a file of another kind stays as it is', () => {
  write('script', '#!/bin/sh\n'.padEnd(100, '#'));
  expect(cutSymbols(join(modules, 'script'))).toBe(0);
});

test('the head of a program is told that its sections are gone, and what is loaded stays', () => {
  // One segment of 16 bytes behind the heads, 8 bytes of names, and one section.
  const program = Buffer.alloc(64 + 56 + 16 + 8 + 64, 7);
  program.fill(0, 0, 120);
  program.write('\x7fELF\x02\x01', 'latin1');
  program.writeBigUInt64LE(64n, 32);
  program.writeBigUInt64LE(144n, 40);
  program.writeUInt16LE(56, 54);
  for (const at of [56, 60, 62]) program.writeUInt16LE(1, at);
  program.writeBigUInt64LE(120n, 64 + 8);
  program.writeBigUInt64LE(16n, 64 + 32);
  const file = join(modules, 'small');
  writeFileSync(file, program);
  expect(cutSymbols(file)).toBe(8 + 64);
  expect(cutSymbols(file)).toBe(0);
});
