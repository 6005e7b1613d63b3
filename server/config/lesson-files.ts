import * as z from 'zod';
import { positive } from './values.ts';

export const lessonFileVariables = z.object({
  // Fifty classes at their own ceiling: no school meets it by teaching, and a disk does not fill unseen.
  FILES_MAX_MB: positive('FILES_MAX_MB').default(10_240),
});

export const lessonFileConfig = ({ FILES_MAX_MB }: z.output<typeof lessonFileVariables>) => ({
  /** Files of lessons. */
  files: { maxBytes: FILES_MAX_MB * 1024 * 1024 },
});
