import { AppError } from '#server/http/errors.ts';

/** Refuses a whole import for what is wrong with its file, or with another `field` of the form. */
export function refuseFile(detail: string, field = 'file'): never {
  throw new AppError('invalid-input', { detail, faults: [{ field, detail }] });
}
