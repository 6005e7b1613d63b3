import { CHARGE_LABEL_MAX } from '#contract/charges/calls.ts';
import type { Language } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';

/** `Invoice 2026-0012`, as an admin would write what a late fee is for. */
export const lateFeeLabel = (number: string, language: Language) =>
  withLanguage(language, () => t('debts.late_fee_label', { number })).slice(0, CHARGE_LABEL_MAX);
