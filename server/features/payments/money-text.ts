/** Cents of a currency as people read them in a mail or in the log, such as $40 or €59.50. */
export const moneyText = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
