import { calendarRecovery } from './calendars/index.ts';
import { mergeRecovery } from './families/index.ts';
import type { RecoveryRules } from './feature.ts';
import { keyRecovery } from './keys/index.ts';
import { learnerRecovery } from './learners/index.ts';
import { PERSON_ROWS } from './person-rows.ts';
import { userRecovery } from './users/index.ts';
import { waitlistRecovery } from './waitlist/index.ts';
import { webhookRecovery } from './webhooks/index.ts';

/** What becomes of merges that an admin made. */
export const MERGE_RULES = mergeRecovery(PERSON_ROWS);

/**
 * What a recovery ends, of every feature of which anything ends by one, and what follows once an account is kept. They need no feature to be open: the operator's commands recover an account,
 * too.
 */
export const RECOVERY_RULES: readonly RecoveryRules[] = [
  userRecovery,
  learnerRecovery,
  calendarRecovery,
  keyRecovery,
  webhookRecovery,
  waitlistRecovery,
  MERGE_RULES,
];
