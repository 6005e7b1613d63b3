import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  BRIEF_JOURNEYS,
  BRIEF_ON_POSTGRES,
  BRIEF_STARTS,
  EVERY_PAGE,
  KILLED_ON_ONE,
  KILLS,
  LONG_ON_POSTGRES,
  WALKED_AT_WIDTHS,
  WALKED_IN_LANGUAGES,
} from '#proof/long.ts';
import { PROOFS } from '#proof/proofs.ts';

const ROOT = join(import.meta.dirname, '..');

test.each([
  ...LONG_ON_POSTGRES,
  ...KILLED_ON_ONE,
  ...KILLS,
  ...EVERY_PAGE,
  ...WALKED_AT_WIDTHS,
  ...WALKED_IN_LANGUAGES,
])('what a checkpoint leaves out is there, and a proof runs it: %s', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  expect(PROOFS.flatMap(({ files }) => files)).toContain(file);
});

test('what npm test leaves to a checkpoint, continuous integration runs', () => {
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(
    /^export CHECKPOINT=1\nexport CI=1.*\nnpm test\n$/m,
  );
  for (const pattern of [...BRIEF_JOURNEYS, ...BRIEF_ON_POSTGRES, ...BRIEF_STARTS])
    expect(globSync(pattern, { cwd: ROOT }), pattern).not.toEqual([]);
});
