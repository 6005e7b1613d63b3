import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * npm gives a script to cmd.exe on Windows and to sh elsewhere: what both read alike is a program, its words,
 * and `&&`.
 */

const ROOT = join(import.meta.dirname, '..');
const { scripts, devDependencies, dependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Record<'scripts' | 'devDependencies' | 'dependencies', Record<string, string>>;

/** Every program that a package of this one brings. */
const brought = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
  const { bin = {} } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  return typeof bin === 'string' ? [name] : Object.keys(bin);
});

const commands = Object.entries(scripts).flatMap(([name, script]) =>
  script.split(' && ').map((command) => ({ name, command })),
);

test.each(commands)('the script $name is read alike by every shell: $command', ({ command }) => {
  expect(command).toMatch(/^[\w@./:=,-]+( [\w@./:=,-]+)*$/);
  const [program = '', ...args] = command.split(' ');
  expect(['node', 'npm', ...brought]).toContain(program);
  const file = args.find((word) => !word.startsWith('-'));
  if (program === 'node') expect(existsSync(join(ROOT, file ?? '')), file).toBe(true);
});

test('no script runs what npm links in .bin, which is a script of a shell on Windows', () => {
  const files = globSync('scripts/**/*.mjs', { cwd: ROOT });
  const runs = files.filter((file) => /spawn\w*\([^)]*'\.bin'/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(runs).toEqual([]);
});
