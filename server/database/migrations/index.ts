import type { MigrationProvider } from 'kysely/migration';
import * as school from './001-school.ts';
import * as release020 from './002-release-0.2.0.ts';
import * as release030 from './003-release-0.3.0.ts';

/**
 * The product's migrations in their order, one for each release. One that has been released is never edited
 * again.
 */
export const schoolTables = {
  name: 'school',
  migrations: {
    getMigrations: async () => ({
      '001-school': school,
      '002-release-0.2.0': release020,
      '003-release-0.3.0': release030,
    }),
  } satisfies MigrationProvider,
};
