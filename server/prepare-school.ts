import { findUserByEmail } from './auth/queries.ts';
import { checkKind, NOT_THE_ADMINS } from './check-records.ts';
import { type Config, ConfigError } from './config/config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './database/seed/people.ts';
import { seedSchool } from './database/seed/seed.ts';
import { priceOf } from './features/classes/index.ts';
import { expandPlans } from './features/lessons/index.ts';
import { ROWS } from './features/rows.ts';
import { makeSchool } from './features/school/index.ts';
import { addUser, changeRole } from './features/users/index.ts';
import { AppError } from './http/errors.ts';
import type { School } from './school.ts';

/** An account to print at the start. */
export type StartAccount = { role: string; email: string; password: string };

/**
 * Makes what a school needs before it opens: the first admin and, in demo mode, the demo school. Safe to
 * repeat. Throws `ConfigError` where the configuration does not fit the school that the records hold.
 */
export async function prepareSchool(
  config: Config,
  school: Pick<School, 'db' | 'now' | 'identity' | 'importPayments' | 'readSchool' | 'changed'>,
): Promise<StartAccount[]> {
  const { isDemo, admin } = config;
  await checkKind(school.db, isDemo);
  if (isDemo) await seedDemo(config, school);
  // Only now: a demo's row says what a real school does not. A demo of 0.1.0 has none yet.
  await school.readSchool();
  if (admin) await prepareAdmin(admin, school);
  school.changed(['classes', 'timetable', 'instructors', 'blogs', 'school']);
  return isDemo ? DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })) : [];
}

async function seedDemo(
  config: Config,
  { db, now, identity, importPayments }: Parameters<typeof prepareSchool>[1],
) {
  await seedSchool({
    db,
    now,
    expandPlans,
    makeSchool: (tx) => makeSchool(tx, config, now()),
    createAccount: async (person) => {
      const uid = await identity.ensureAccount(person);
      if (!uid) throw new AppError('account-taken');
      return uid;
    },
    // A hosted card service has no payments of the past.
    payments: importPayments && {
      // Its row is made with it.
      ...config.firstSchool,
      priceOf: (item) => priceOf(config.firstSchool, item),
      importPayments,
    },
  });
}

/** What the first admin is called until they say a name on their account's page. */
const FIRST_ADMIN = 'Admin';

async function prepareAdmin(
  { email, password }: NonNullable<Config['admin']>,
  { db, identity }: Pick<School, 'db' | 'identity'>,
) {
  const known = await findUserByEmail(db, email);
  if (known?.role === 'admin' || !password) return;
  const name = FIRST_ADMIN;
  const uid = await identity.ensureAccount({ email, password: password.reveal(), name, photoURL: null });
  // The account that registered the address first, with another password, may be a stranger's.
  if (!uid || (known?.uid && known.uid !== uid)) throw new ConfigError([NOT_THE_ADMINS]);
  const user = await addUser(db, {
    uid,
    email,
    name,
    photoURL: null,
    role: 'admin',
    createdat: Date.now(),
  });
  await changeRole(db, 'admin', { id: user._id, actor: null, now: Date.now(), rows: ROWS });
}
