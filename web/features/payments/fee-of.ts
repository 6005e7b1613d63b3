import type { MusicClass } from '#contract/classes.ts';
import type { ClientConfig } from '#contract/config.ts';

/** What enrolling in a class costs, in currency units: the school's flat fee, or the class's own price. */
export const feeOf = (
  { price }: Pick<MusicClass, 'price'>,
  enrolmentPrice: ClientConfig['school']['enrolmentPrice'],
): number => (enrolmentPrice === 'class' ? price : enrolmentPrice);
