import { useFormats } from '#web/lib/formats/formats.ts';

/* What tables write in their cells as the school does. */

/** A day, such as `6 November 2026`. */
export const Day = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {useFormats().day(at)}
  </time>
);

/** A moment, such as `6 Nov 2026, 14:05`; for pages that browsers render. */
export const Moment = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {useFormats().moment(at)}
  </time>
);

/** A sum in currency units. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) =>
  useFormats().money(amount, currency);
