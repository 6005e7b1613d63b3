import type { Role } from '#contract/endpoint.ts';
import { findUserByEmail } from '#server/auth/queries.ts';
import type { Config } from '#server/config/config.ts';
import { openSqlite } from '#server/database/open.ts';
import { countContentChanges } from '#server/database/processes/content-versions.ts';
import type { AllTables } from '#server/database/tables.ts';
import { ROWS } from '#server/features/rows.ts';
import { changeRole } from '#server/features/users/index.ts';
import { type Command, Refused } from './command.ts';
import { openBeside } from './records/open-records.ts';

export const makeAdmin: Command = {
  name: 'make-admin',
  takes: ['EMAIL'],
  summary: 'Gives somebody who has signed up the role of an admin',
  help: [
    'They have it at their next call. The log of changes in the office shows it as done by the school itself.',
    'An instructor leaves the public list by it. On SQLite, where pages are kept by the one process that runs, the school is stopped for that.',
  ],
  async run({ config, now }, [address = '']) {
    const email = address.trim().toLowerCase();
    const { role, ...user } = await findUser(config, email);
    if (role === 'admin') return { lines: [`${email} is an admin already.`], data: { email, was: role } };
    const records = await openFor(config, role);
    try {
      await changeRole(records.db, 'admin', {
        id: user._id,
        was: role,
        actor: null,
        now: now(),
        rows: ROWS,
      });
      // Other processes show it within a second.
      await countContentChanges(records.db, ['instructors']);
    } finally {
      await records.close();
    }
    const lines = [`${email} is an admin now, and was ${CALLED[role]}.`];
    if (!user.emailverified)
      lines.push(
        'Nobody has proved yet that this address is theirs: make sure that the account is whose you think.',
      );
    return { lines, data: { email, was: role, isProved: user.emailverified === 1 } };
  },
};

const CALLED = { office: 'of the office', instructor: 'an instructor', student: 'a student' };

async function findUser(config: Config, email: string) {
  const records = await openBeside(config);
  const user = await findUserByEmail(records.db, email).finally(records.close);
  if (user) return user;
  throw new Refused(`Nobody has signed up as ${email}. Let them sign up first.`);
}

/**
 * Who is on public pages is changed on SQLite only where no process keeps them: opening the folder alone
 * refuses while one runs.
 */
async function openFor(config: Config, role: Role) {
  if (config.databaseUrl || role !== 'instructor') return openBeside(config);
  return openSqlite<AllTables>(config.dataDir);
}
