import { AppError } from './errors.ts';

/** Whether the system said that there is no room left on the disk, or for this user. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** What is answered where files cannot be written: `files-store-full`, or `files-unavailable` for any other fault. */
export const fileFault = (cause: unknown): AppError =>
  new AppError(isDiskFull(cause) ? 'files-store-full' : 'files-unavailable', { cause });
