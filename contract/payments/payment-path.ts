/* Addresses of the screens on which seats are paid for, as pages and mails link to them. */

/** A class and for whom it is. */
export type CheckoutItem = { classid: string; learnerid: string };

/** Where a class is paid for: for somebody else than the one who pays where `learnerid` says so. */
export const paymentPath = (classid: string, learnerid?: string) =>
  `/student/class/payment/${classid}${learnerid ? `?for=${learnerid}` : ''}`;

/** Where several are paid for together. */
export const checkoutPath = (items: readonly CheckoutItem[]) =>
  `/student/class/checkout?${new URLSearchParams(items.map(({ classid, learnerid }) => ['item', `${classid}:${learnerid}`]))}`;

/** The same address, once the payer has said that they know of lessons at the same time. */
export const confirmedPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}confirmclash=1`;

/** Whether an address says so. */
export const isClashConfirmed = (url: string) => new URL(url).searchParams.has('confirmclash');

/** What the address of a checkout names; what makes no sense is left out. */
export const itemsIn = (url: string): CheckoutItem[] =>
  [...new Set(new URL(url).searchParams.getAll('item'))].flatMap((item) => {
    const [classid, learnerid, ...rest] = item.split(':');
    return classid && learnerid && rest.length === 0 ? [{ classid, learnerid }] : [];
  });
