import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KILLED_ON_ONE, LONG_ON_POSTGRES } from '#proof/long.ts';
import { PROOFS } from '#proof/proofs.ts';

const ROOT = join(import.meta.dirname, '..');

test.each([...LONG_ON_POSTGRES, ...KILLED_ON_ONE])(
  'what npm test leaves out is there, and a proof runs it: %s',
  (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(PROOFS.flatMap(({ files }) => files)).toContain(file);
  },
);
