import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROPERTIES } from '#proof/properties.ts';

/* What is tried with other values at each run fails by chance, and is green again in the next run. */

const ROOT = join(import.meta.dirname, '..');

test('every project sets the seed of its properties', async () => {
  expect(fc.readConfigureGlobal().seed).toEqual(expect.any(Number));
  const { default: config } = await import(join(ROOT, 'vitest.config.ts'));
  const { setupFiles, projects } = config.test;
  for (const { extends: takesAll, test: own } of projects) {
    const set = [own.setupFiles ?? (takesAll && setupFiles)].flat();
    expect(set, own.name).toContain('tests/support/seeds.ts');
  }
});

test('properties are in files that Vitest runs, and none chooses a seed of its own', () => {
  expect(PROPERTIES.length).toBeGreaterThan(10);
  for (const file of PROPERTIES) {
    expect(file).toMatch(/\.test\.tsx?$/);
    expect(readFileSync(join(ROOT, file), 'utf8'), file).not.toMatch(/\bseed:|configureGlobal/);
  }
});
