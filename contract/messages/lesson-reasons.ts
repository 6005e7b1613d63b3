import { t } from '#languages/t.ts';

/** Why lessons are cancelled of a class that the school takes off, as their rows keep it. */
export const CLASS_NOT_OFFERED = 'The class is no longer offered.';

/** The reason that a lesson keeps, in the language of now; what a person wrote stays as it is. */
export const lessonReasonWords = (reason: string): string =>
  reason === CLASS_NOT_OFFERED ? t('orders.class_not_offered') : reason;
