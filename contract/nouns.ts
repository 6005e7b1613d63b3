/* Every noun's calls, as plain data; the browser's typed client is made from them. */
export { accountCalls } from './account.ts';
export { blogCalls } from './blogs.ts';
export { changeCalls } from './changes.ts';
export { classCalls } from './classes.ts';
export { instructorCalls } from './instructors.ts';
export { keyCalls } from './keys.ts';
export { markdownCalls } from './markdown.ts';
export { paymentCalls } from './payments.ts';
export { reconciliationCalls } from './reconciliation.ts';
export { reportCalls } from './reports.ts';
export { rosterCalls } from './rosters.ts';
export { schoolCalls } from './school.ts';
export { selectionCalls } from './selections.ts';
export { textCalls } from './texts.ts';
export { userCalls } from './users.ts';
export { waitlistCalls } from './waitlist.ts';
export { webhookCalls } from './webhooks.ts';
