import { t } from '#languages/t.ts';

/** Copies a text, and gives what to say of that. */
export const copy = (text: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(
    () => t('common.copied'),
    () => t('common.not_copied'),
  );
