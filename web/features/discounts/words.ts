import { t } from '#languages/t.ts';

/** Which child of a family a discount begins with. */
export function childWords(nth: number): string {
  switch (nth) {
    case 2:
      return t('discounts.second_child');
    case 3:
      return t('discounts.third_child');
    case 4:
      return t('discounts.fourth_child');
    case 5:
      return t('discounts.fifth_child');
    case 6:
      return t('discounts.sixth_child');
    default:
      return t('discounts.further_child');
  }
}
