import { leastCharge } from '#contract/protocols/least-charge.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';

/** What a trial lesson costs, in cents: what is less than a card can be charged costs nothing. */
export const priceOfTrial = ({ currency }: Pick<SchoolNow, 'currency'>, trialprice: number): number =>
  trialprice < leastCharge(currency) ? 0 : trialprice;
