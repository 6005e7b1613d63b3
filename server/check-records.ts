import type { Kysely } from 'kysely';
import { type Config, ConfigError } from './config/config.ts';
import { checkVersions, hasTable } from './database/open.ts';
import { isSeeded } from './database/seed/seed.ts';
import { type AllTables, TABLES } from './database/tables.ts';
import { hasUsers } from './features/users/index.ts';
import { checkPassword } from './services/identity.ts';

export const NOT_THE_ADMINS =
  'ADMIN_EMAIL has an account whose password is not ADMIN_PASSWORD. Set the password of that account, or another address.';

/**
 * Everything in the records for which a start is refused, asked before the first of them is changed: a start
 * that does not take place must leave them to the version that wrote them. Reads only what every version has
 * had. Throws `OpenError` and `ConfigError`.
 */
export async function checkRecords({ isDemo, admin }: Config, db: Kysely<AllTables>): Promise<void> {
  await checkVersions(db, TABLES);
  if (!(await hasTable(db, 'users')) || !(await hasTable(db, 'settings'))) return;
  await checkKind(db, isDemo);
  if (admin?.password && (await hasTable(db, 'identity_accounts')))
    await checkAdmin(db, { email: admin.email, password: admin.password.reveal() });
}

/**
 * The demo accounts' password is public, so a demo school never opens as a real one, nor a real one as a
 * demo.
 */
export async function checkKind(db: Kysely<AllTables>, isDemo: boolean): Promise<void> {
  // In this order: another process may be seeding, and its people come together with its mark.
  const hasPeople = await hasUsers(db);
  const holdsDemo = await isSeeded(db);
  if (holdsDemo && !isDemo)
    throw new ConfigError([
      'These records hold the demo school, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to empty ones.',
    ]);
  if (isDemo && !holdsDemo && hasPeople)
    throw new ConfigError([
      'These records hold a school already, and the demo would add its people to it. Set NODE_ENV=production, or DATA_DIR or DATABASE_URL to empty ones.',
    ]);
}

async function checkAdmin(db: Kysely<AllTables>, { email, password }: { email: string; password: string }) {
  const known = await db
    .selectFrom('users')
    .select(['uid', 'role'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (known?.role === 'admin') return;
  const account = await checkPassword(db, { email, password });
  if (account && (!account.isRight || (known?.uid && known.uid !== account.uid)))
    throw new ConfigError([NOT_THE_ADMINS]);
}
