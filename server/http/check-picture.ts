import { t } from '#languages/t.ts';
import type { IsSchoolPicture } from '#server/config/school-pictures.ts';
import { AppError } from './errors.ts';

/** Throws `invalid-input` for a picture of a host that is not the school's. */
export function checkPicture(isSchoolPicture: IsSchoolPicture, field: string, url: string): void {
  if (isSchoolPicture(url)) return;
  const detail = t('errors.picture_elsewhere');
  throw new AppError('invalid-input', {
    detail: () => t('errors.field_fault', { field, fault: t('errors.picture_elsewhere') }),
    faults: [{ field, detail }],
  });
}
