import type { IsSchoolPicture } from '#server/config/school-pictures.ts';
import { AppError } from './errors.ts';

/** Throws `invalid-input` for a picture of a host that is not the school's. */
export function checkPicture(isSchoolPicture: IsSchoolPicture, field: string, url: string): void {
  if (isSchoolPicture(url)) return;
  const detail = 'Upload the picture here: it cannot lie on another site.';
  throw new AppError('invalid-input', { detail: `${field}: ${detail}`, faults: [{ field, detail }] });
}
