import { t } from '#languages/t.ts';
import type { IsSchoolPicture } from '#server/config/school-pictures.ts';
import { fieldFault } from './errors.ts';

/** Throws `invalid-input` for a picture of a host that is not the school's. */
export function checkPicture(isSchoolPicture: IsSchoolPicture, field: string, url: string): void {
  if (!isSchoolPicture(url)) throw fieldFault(field, () => t('errors.picture_elsewhere'));
}
