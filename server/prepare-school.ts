import type { Config } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './database/seed/people.ts';
import { seedSchool } from './database/seed/seed.ts';
import { enrolDemoStudents } from './demo-enrolments.ts';
import { AppError } from './errors.ts';
import { changeRole } from './features/users/change-role.ts';
import { findUserByEmail, insertUser } from './features/users/queries.ts';
import type { School } from './school.ts';

/** An account to print at the start. */
export type StartAccount = { role: string; email: string; password: string };

/** Makes what a school needs before it opens: the first admin and, in demo mode, the demo school. Safe to repeat. */
export async function prepareSchool(
  config: Config,
  school: Pick<School, 'app' | 'db' | 'identity' | 'payments'>,
): Promise<StartAccount[]> {
  const isDemo = !config.production && !config.identity.hosted;
  if (isDemo) await seedDemo(school);
  if (isDemo && !config.cards.hosted) await enrolDemoStudents(config, school);
  if (config.admin && !config.identity.hosted) await prepareAdmin(config.admin, school);
  return isDemo ? DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })) : [];
}

async function seedDemo(school: Pick<School, 'db' | 'identity'>) {
  await seedSchool({
    db: school.db,
    now: Date.now,
    createAccount: async (person) => {
      const uid = await school.identity.ensureAccount(person);
      if (!uid) throw new AppError('account-taken');
      return uid;
    },
  });
}

async function prepareAdmin(
  { email, password }: NonNullable<Config['admin']>,
  { db, identity }: Pick<School, 'db' | 'identity'>,
) {
  const known = await findUserByEmail(db, email);
  if (known?.role === 'admin' || !password) return;
  const name = email.split('@')[0] ?? email;
  const uid = await identity.ensureAccount({ email, password, name, photoURL: null });
  const user = await insertUser(db, {
    uid,
    email,
    name,
    photoURL: null,
    role: 'admin',
    createdat: Date.now(),
  });
  await changeRole(db, 'admin', { id: user._id, actor: null, now: Date.now() });
}
