import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const WRITERS = /^server[/\\](features[/\\]classes[/\\]seats|database[/\\](migrations|seed))[/\\]/;
const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((path) => join('server', path))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !WRITERS.test(path));

test.each(sources)('%s leaves the number of seats to the feature that keeps it', (path) => {
  const source = readFileSync(path, 'utf8');
  expect(source).not.toMatch(/\bupdate\s+"?classes\b/i);
  for (const [statement] of source.matchAll(/updateTable\('classes'\)[^;]*/g)) {
    expect(statement).not.toMatch(/\b(availableseat|heldseats|enrolledstudents|capacity)\b/);
    // A column by a name that is known only later would pass the type check.
    expect(statement).not.toMatch(/\[\w+\]:/);
  }
});

test('the type check refuses an update of each number of seats', () => {
  const update = school.db.updateTable('classes');
  // @ts-expect-error: only `features/classes/seats` may update this column.
  update.set({ availableseat: 1 });
  // @ts-expect-error: only `features/classes/seats` may update this column.
  update.set({ heldseats: 1 });
  // @ts-expect-error: only `features/classes/seats` may update this column.
  update.set({ enrolledstudents: 1 });
  // @ts-expect-error: only `features/classes/seats` may update this column.
  update.set({ capacity: 1 });
});
