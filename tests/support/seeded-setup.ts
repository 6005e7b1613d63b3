import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSchool, stopSchool } from './process.ts';

/**
 * Names the folder of a demo school as its first start leaves it: to copy it takes far less than to start
 * another.
 */
export const SEEDED_FOLDER = 'CADENZA_SEEDED_FOLDER';

export default async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-seeded-'));
  const school = spawnSchool({ DATA_DIR: folder });
  await school.listening;
  await stopSchool(school);
  process.env[SEEDED_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
