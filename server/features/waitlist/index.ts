export { waitlistQueue } from './waitlist-queue.ts';
