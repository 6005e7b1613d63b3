export { waitlistRecovery } from './recovery.ts';
export { waitlistPersonRows } from './rows.ts';
export { waitlistQueue } from './waitlist-queue.ts';
