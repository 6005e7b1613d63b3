import type { Family } from './family.ts';

/** Where a class is paid for one of a family; `family` has whom it is for without saying so first. */
export function paymentPath(classid: string, [self]: Family, learnerid: string): string {
  const path = `/student/class/payment/${classid}`;
  return learnerid === self?._id ? path : `${path}?for=${learnerid}`;
}

/** A class and for whom it is. */
export type CheckoutItem = { classid: string; learnerid: string };

/** Where several are paid for together. */
export const checkoutPath = (items: readonly CheckoutItem[]) =>
  `/student/class/checkout?${new URLSearchParams(items.map(({ classid, learnerid }) => ['item', `${classid}:${learnerid}`]))}`;

/** What the address of a checkout names; what makes no sense is left out. */
export const itemsIn = (url: string): CheckoutItem[] =>
  [...new Set(new URL(url).searchParams.getAll('item'))].flatMap((item) => {
    const [classid, learnerid, ...rest] = item.split(':');
    return classid && learnerid && rest.length === 0 ? [{ classid, learnerid }] : [];
  });
