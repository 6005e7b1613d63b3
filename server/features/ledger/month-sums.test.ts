import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { movedIn } from './month-sums.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const span = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };

test.runIf(inject('dialect') === 'sqlite')(
  'they are found by when they moved: nearly all of a ledger is of one kind',
  async () => {
    const page = movedIn(school.db, span, 'card')
      .orderBy('createdat', 'desc')
      .orderBy('_id', 'desc')
      .limit(26);
    const { sql: statement, parameters } = page.compile();
    const explained = CompiledQuery.raw(`explain query plan ${statement}`, [...parameters]);
    const { rows } = await school.db.executeQuery<{ detail: string }>(explained);
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('ledger_sums (createdat>? AND createdat<?)'),
      expect.stringContaining('LAST TERM OF ORDER BY'),
    ]);
  },
);
