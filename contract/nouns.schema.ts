/* The same with what goes in and comes out. The server alone loads this; everybody may read its types. */
export { accountEndpoints } from './account.schema.ts';
export { blogEndpoints } from './blogs.schema.ts';
export { changeEndpoints } from './changes.schema.ts';
export { classEndpoints } from './classes.schema.ts';
export { instructorEndpoints } from './instructors.schema.ts';
export { keyEndpoints } from './keys.schema.ts';
export { markdownEndpoints } from './markdown.schema.ts';
export { paymentEndpoints } from './payments.schema.ts';
export { reconciliationEndpoints } from './reconciliation.schema.ts';
export { reportEndpoints } from './reports.schema.ts';
export { rosterEndpoints } from './rosters.schema.ts';
export { schoolEndpoints } from './school.schema.ts';
export { selectionEndpoints } from './selections.schema.ts';
export { textEndpoints } from './texts.schema.ts';
export { userEndpoints } from './users.schema.ts';
export { waitlistEndpoints } from './waitlist.schema.ts';
export { webhookEndpoints } from './webhooks.schema.ts';
