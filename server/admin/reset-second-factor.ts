import { resetSecondFactor } from '#server/services/identity.ts';
import { type Command, Refused } from './command.ts';
import { identityOptions } from './identity-options.ts';
import { openBeside } from './records/open-records.ts';

export const resetSecondFactorCommand: Command = {
  name: 'reset-second-factor',
  takes: ['EMAIL'],
  summary: 'Takes a lost second factor away, and ends every sign-in',
  help: [
    'From then on the account is signed in to by its password, or another first step, alone: be sure that its owner asks for it. They are told by mail. What they have set up stays, and they may add an authenticator app again.',
    'It is for the embedded identity service; a hosted one has an office of its own for it.',
  ],
  async run({ config, now }, [address = '']) {
    const email = address.trim().toLowerCase();
    if (config.identity.hosted)
      throw new Refused(
        'The accounts are at the hosted identity service: take the second factor away there.',
      );
    const { db, close } = await openBeside(config);
    try {
      const outcome = await resetSecondFactor(config, identityOptions(config, { db, now }), email);
      if (outcome === 'no-account') throw new Refused(`No account has the address ${email}.`);
      if (outcome === 'no-factor') throw new Refused(`The account of ${email} has no second factor.`);
      return {
        lines: [`The second factor of ${email} and every sign-in have ended. The running school mails that.`],
        data: { email },
      };
    } finally {
      await close();
    }
  },
};
