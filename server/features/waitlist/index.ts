export { waitlistRecovery } from './recovery.ts';
export { waitlistQueue } from './waitlist-queue.ts';
