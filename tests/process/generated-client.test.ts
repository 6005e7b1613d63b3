import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#server/http/openapi/document.ts';

/*
 * Types that others' generator makes of the document, and the programs in tests/clients written with nothing else:
 * they compile as strictly as the product does.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const CLIENTS = join(ROOT, 'tests', 'clients');

type Generator = {
  default: (document: object) => Promise<unknown>;
  astToString: (ast: unknown) => string;
};

/** What the compiler finds wrong in the folder. */
function compile(): string {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const { stdout, stderr } = spawnSync(tsc, ['-p', CLIENTS], { encoding: 'utf8', cwd: CLIENTS });
  return stdout + stderr;
}

beforeAll(async () => {
  // It works by a compiler of its own, an older one than the product's.
  const generator = join(CLIENTS, 'node_modules', 'openapi-typescript', 'dist', 'index.mjs');
  const install = "import('./scripts/npm-ci.mjs').then(({ npmCi }) => npmCi('tests/clients'))";
  if (!existsSync(generator))
    spawnSync(process.execPath, ['--eval', install], { cwd: ROOT, stdio: 'inherit' });
  const { default: typesOf, astToString } = (await import(pathToFileURL(generator).href)) as Generator;
  const document = openApiDocument({ title: 'School', version: '1.0.0', url: 'https://school.example/api' });
  mkdirSync(join(CLIENTS, 'generated'), { recursive: true });
  const types = await typesOf(structuredClone(document));
  writeFileSync(join(CLIENTS, 'generated', 'school.ts'), astToString(types));
});

test('programs that are written with generated types compile, and one that asks for what is not there does not', () => {
  expect(compile()).toBe('');
  const wrong = join(CLIENTS, 'generated', 'wrong.ts');
  writeFileSync(
    wrong,
    `import { dataOf, openClient } from '../client.ts';
    const client = openClient('', '');
    await client.GET('/v1/nothing');
    await client.POST('/v1/families', { body: { name: 'Ada Quill', learners: [] } });
    const { items } = dataOf(await client.GET('/v1/terms'));
    items.map((item) => item.name);`,
  );
  const found = compile();
  rmSync(wrong);
  // No such call, no Idempotency-Key, and what is gone has no name.
  expect(found.match(/wrong\.ts\(\d+/g)).toEqual(['wrong.ts(3', 'wrong.ts(4', 'wrong.ts(6']);
});
