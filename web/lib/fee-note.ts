import { useConfig } from './config.ts';
import { useFormats } from './formats.ts';

/** What enrolling costs on top of the class's own price, such as `+ $60 enrolment fee`; empty where that price is all. */
export function useFeeNote(): string {
  const { enrolmentPrice } = useConfig().school;
  const { money } = useFormats();
  if (enrolmentPrice === 'class' || enrolmentPrice === 0) return '';
  return `+ ${money(enrolmentPrice)} enrolment fee`;
}
