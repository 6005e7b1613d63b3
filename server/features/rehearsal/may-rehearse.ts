import { isOpen } from '#server/features/golive/index.ts';
import type { RehearsalOptions } from './routes.ts';

/** Whether there may be a copy: in the demo, and in a school that has not opened yet. */
export const mayRehearse = async (
  options: Pick<RehearsalOptions, 'config' | 'db' | 'proofs' | 'readSchool' | 'now'>,
) => options.config.isDemo || !(await isOpen(options));
