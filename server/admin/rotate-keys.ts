import { rotateTokenKey } from '#server/auth/token-keys.ts';
import { rotateIdentityKey } from '#server/services/identity.ts';
import type { Command } from './command.ts';
import { openBeside } from './records/open-records.ts';

export const rotateKeys: Command = {
  name: 'rotate-keys',
  takes: [],
  summary: 'Makes new signing keys; nobody is signed out',
  help: [
    'The school runs on. The new key of access tokens signs after two minutes and that of ID tokens after a quarter of an hour, once everybody who checks tokens knows them; what the older keys have signed counts until it runs out, within the hour.',
    'The key of the embedded card service stays: it names cards, and nobody outside of the school ever sees it.',
  ],
  async run({ config, now }) {
    const records = await openBeside(config);
    try {
      await rotateTokenKey(records.db, now());
      const isOurs = await rotateIdentityKey(config, { db: records.db, now });
      const lines = ['There is a new key for access tokens.'];
      if (isOurs) lines.push('There is a new key for ID tokens.');
      else lines.push('The keys of ID tokens are those of the hosted identity service.');
      return { lines, data: { accessTokens: true, idTokens: isOurs } };
    } finally {
      await records.close();
    }
  },
};
