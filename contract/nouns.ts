import { accountCalls } from './account.ts';
import { blogCalls } from './blogs.ts';
import { changeCalls } from './changes.ts';
import { classCalls } from './classes.ts';
import { paymentCalls } from './payments.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { reportCalls } from './reports.ts';
import { rosterCalls } from './rosters.ts';
import { selectionCalls } from './selections.ts';
import { userCalls } from './users.ts';
import { waitlistCalls } from './waitlist.ts';

/** Every call of the product, as plain data; the typed client is made from it. */
export const calls = {
  ...userCalls,
  ...accountCalls,
  ...classCalls,
  ...changeCalls,
  ...rosterCalls,
  ...reportCalls,
  ...selectionCalls,
  ...paymentCalls,
  ...reconciliationCalls,
  ...waitlistCalls,
  ...blogCalls,
};
