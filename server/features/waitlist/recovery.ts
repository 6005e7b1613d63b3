import type { RecoveryRules } from '#server/features/feature.ts';
import { lockSeats } from '#server/features/seats/index.ts';
import { offerFreeSeats } from './offer-seats.ts';
import { findClassesWaitedFor } from './queries.ts';

export const waitlistRecovery: RecoveryRules = {
  waitlist: {
    stays: 'A place in line is seen on the first page and can be left.',
    /** No place was offered while the account was being deleted: one may be free all the while. */
    async kept(tx, { userid, now }) {
      for (const classid of await findClassesWaitedFor(tx, userid)) {
        await lockSeats(tx, classid);
        await offerFreeSeats(tx, { classid, now });
      }
    },
  },
};
