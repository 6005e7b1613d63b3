import type { Kysely } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { AllTables } from '#server/database/tables.ts';
import { endEverySignIn } from '#server/features/account/index.ts';
import { ROWS } from '#server/features/rows.ts';
import { resetPassword } from '#server/services/identity.ts';
import { type Command, Refused } from './command.ts';
import { identityOptions, showAnew } from './identity-options.ts';
import { openBeside } from './records/open-records.ts';

export const resetPasswordCommand: Command = {
  name: 'reset-password',
  takes: ['EMAIL'],
  flags: { mail: { type: 'boolean', help: 'Mail the link to the address instead of showing it' } },
  summary: 'Takes a password away, ends every sign-in, and gives a link to choose the next',
  help: [
    'The old password and every sign-in of the account end at once. The link works once, within an hour. Anyone who opens it controls the account: give it only to its owner. Choosing a password with it removes every other way in.',
    'It is for the embedded identity service; a hosted one has an office of its own for it.',
  ],
  async run({ config, now }, [address = ''], { mail: isMailed = false }) {
    const email = address.trim().toLowerCase();
    if (config.identity.hosted)
      throw new Refused('The accounts are at the hosted identity service: reset the password there.');
    const { db, close } = await openBeside(config);
    try {
      const reset = await recover(config, { db, now, email, isMailed: isMailed === true });
      if (!reset) throw new Refused(`No account has the address ${email}.`);
      const where = isMailed
        ? [`The running school mails a link to ${email}.`]
        : ['This link chooses a new password, once, within an hour:', reset.link];
      return {
        lines: [`The password of ${email} and every sign-in have ended.`, ...where],
        data: { email, ...(!isMailed && { link: reset.link }) },
      };
    } finally {
      await close();
    }
  },
};

type Recovering = { db: Kysely<AllTables>; now: () => number; email: string; isMailed: boolean };

/**
 * Removes the password of an account, with every sign-in and what was set up in them; returns the link to set
 * a new one. Undefined where no account has the address.
 */
export async function recover(config: Config, { db, now, email, isMailed }: Recovering) {
  const reset = await resetPassword(config, identityOptions(config, { db, now }), { email, isMailed });
  if (reset) await endEverySignIn(db, { uid: reset.uid, showAnew, now: now(), rows: ROWS });
  return reset;
}
