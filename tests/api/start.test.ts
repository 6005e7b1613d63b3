import { afterAll, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { openSchool } from '#server/school.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { serving } from '#tests/support/plans.ts';

/*
 * A start takes as long in a large school as in a small one: what it reads until it listens, and what every
 * job reads in its first turns, is looked at when the records close, statement by statement. What requests
 * are allowed to read whole a start is not.
 */

let records: OpenDatabase<AllTables>;
const stayingOpen = (opened: OpenDatabase<AllTables>) => ({ ...opened, close: async () => {} });
afterAll(() => records.close());

test('a start and the first turns of its jobs read no whole table', async () => {
  records = await openTestDatabase({ migrated: true, isStart: true });
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: '/nowhere' });
  // Once to make the demo school, once as every later start.
  for (const hasSchool of [false, true]) {
    const start = async () => {
      const school = await openSchool(config, { database: stayingOpen(records) });
      await school.alone(() => prepareSchool(config, school));
      await school.app.ready();
      await school.readSchool();
      return school;
    };
    const school = await (hasSchool ? serving(start) : start());
    if (hasSchool) await serving(async () => [await school.work(), await school.work()]);
    await school.close();
  }
});
