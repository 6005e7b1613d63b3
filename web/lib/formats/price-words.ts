import type { ListedClass } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { unitWords, withDue, withUnit } from '#contract/messages/price-words.ts';
import { t } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useFormats } from './formats.ts';

/** What a sum is told from: every screen reads the one that the school has worked out. */
export type Priced = Pick<ListedClass, 'price' | 'priceunit' | 'duetext' | 'billing' | 'today' | 'joined'>;

type School = Pick<ClientConfig['school'], 'enrolmentPrice'>;
type Money = (amount: number, currency?: string) => string;
/** The name of the month of a day. */
type Month = (day: string) => string;

/** What enrolling costs now, in currency units; nothing of a class that is over. */
export const dueNow = ({ price, today }: Priced, { enrolmentPrice }: School): number =>
  today?.price ?? (today ? 0 : enrolmentPrice === 'class' ? price : enrolmentPrice);

/** A class with the sum that its payment is for, which may have been shown before the last lesson began. */
export const pricedAs = <Item extends Pick<ListedClass, 'today'>>(
  item: Item,
  { price, lessons = item.today?.lessons }: { price: number; lessons?: { left: number; of: number } },
): Item => ({ ...item, today: { ...item.today, price, lessons } });

export const isUnderWay = ({ today }: Pick<Priced, 'today'>): boolean =>
  today?.lessons !== undefined && today.lessons.left > 0 && today.lessons.left < today.lessons.of;

/** The words for what a class costs, the same on every screen. */
export function priceWords(
  item: Priced,
  { enrolmentPrice }: School,
  money: Money,
  month: Month = (day) => day,
) {
  const { price, priceunit, today } = item;
  const isFlat = enrolmentPrice !== 'class';
  const billed = isFlat ? undefined : item.billing;
  const lessons = !billed && isUnderWay(item) && today?.lessons;
  const now = dueNow(item, { enrolmentPrice });
  const isLess = !isFlat && !billed && now < price;
  const amount = money(isLess ? now : price);
  const unit = isFlat ? unitWords(priceunit) : billed ? unitWords('lesson') : '';
  const each = withUnit(amount, unit);
  const whole = withDue(each, item.duetext);
  return {
    isFlat,
    /** `$48`; with a price for each class what is charged today, `$45`. */
    amount,
    /** `per month`, where the amount is told so. */
    unit,
    /** Both: `$48 per month`. */
    each,
    /** `+ $60 enrolment fee`; empty where the price is all. */
    fee: isFlat && enrolmentPrice > 0 ? t('classes.plus_enrolment_fee', { fee: money(enrolmentPrice) }) : '',
    /**
     * `9 of 12 lessons left, $45 instead of $60`; empty of a class that has not begun. Of a class that is billed
     * by the term or month, how, and what is paid now.
     */
    left: billed
      ? billedWords(billed, today?.period && { ...today.period, now: money(now) }, month)
      : lessons
        ? leftWords(lessons, isLess ? { now: money(now), price: money(price) } : undefined)
        : '',
    /**
     * `$48 per month, due to the school on the 1st`: what is paid later and not here; empty where nothing is.
     */
    later: isFlat && price > 0 ? whole : '',
    /**
     * What is paid when, in a sentence; empty where the price is all, paid now. Of a class that may not run, what
     * that costs: when its reserved places are charged is told where they are reserved.
     */
    sentence:
      item.joined !== undefined
        ? t('reservations.costs_nothing')
        : isFlat && price > 0
          ? sentenceOf(whole, enrolmentPrice, money)
          : '',
  };
}

type Period = NonNullable<NonNullable<Priced['today']>['period']> & { now: string };

/** `billed by the month; $36 for the 3 lessons left in November`. */
function billedWords(by: 'term' | 'month', period: Period | undefined, month: Month): string {
  if (!period) return t('classes.billed_by', { by });
  const { lessons: count, name, from, now } = period;
  if (by === 'term')
    return t('classes.billed_by_term', { now, count, term: name ?? '', named: String(name !== undefined) });
  return t('classes.billed_by_month', { now, count, month: month(from) });
}

const leftWords = (lessons: { left: number; of: number }, less?: { now: string; price: string }) =>
  less ? t('classes.lessons_left_for_less', { ...lessons, ...less }) : t('classes.lessons_left', lessons);

const sentenceOf = (price: string, fee: number, money: Money) =>
  fee > 0
    ? t('classes.price_and_fee_today', { price, fee: money(fee) })
    : t('classes.price_and_nothing_today', { price });

/** The same by the school that the page is of. */
export function usePriceWords() {
  const { school } = useConfig();
  const { money, month } = useFormats();
  return (item: Priced) => priceWords(item, school, money, month);
}
