import { accountEndpoints } from './account.schema.ts';
import { blogEndpoints } from './blogs.schema.ts';
import { changeEndpoints } from './changes.schema.ts';
import { classEndpoints } from './classes.schema.ts';
import { paymentEndpoints } from './payments.schema.ts';
import { reconciliationEndpoints } from './reconciliation.schema.ts';
import { reportEndpoints } from './reports.schema.ts';
import { rosterEndpoints } from './rosters.schema.ts';
import { selectionEndpoints } from './selections.schema.ts';
import { userEndpoints } from './users.schema.ts';
import { waitlistEndpoints } from './waitlist.schema.ts';

/** Every endpoint of the product; the server alone loads this, everybody may read its types. */
export const endpoints = {
  ...userEndpoints,
  ...accountEndpoints,
  ...classEndpoints,
  ...changeEndpoints,
  ...rosterEndpoints,
  ...reportEndpoints,
  ...selectionEndpoints,
  ...paymentEndpoints,
  ...reconciliationEndpoints,
  ...waitlistEndpoints,
  ...blogEndpoints,
};
