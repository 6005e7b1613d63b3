export { deleteEntriesOf, findOpenEntriesOfClass } from './queries.ts';
export { waitlistRows } from './rows.ts';
export { waitlistQueue } from './waitlist-queue.ts';
