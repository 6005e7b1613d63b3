/* Addresses of the screens on which seats are paid for, as pages and mails link to them. */

/** A class and for whom it is. */
export type CheckoutItem = { classid: string; learnerid: string };

/** The payment page of a class; for a learner other than the payer where `learnerid` is given. */
export const paymentPath = (classid: string, learnerid?: string) =>
  `/student/class/payment/${classid}${learnerid ? `?for=${learnerid}` : ''}`;

/** The payment page of several places. */
export const checkoutPath = (items: readonly CheckoutItem[]) =>
  `/student/class/checkout?${new URLSearchParams(items.map(({ classid, learnerid }) => ['item', `${classid}:${learnerid}`]))}`;

/** The page of one trial lesson: where it is paid for and, once it is booked, what comes next. */
export const trialPath = ({ classid, lessonid, learnerid }: CheckoutItem & { lessonid: string }) =>
  `/student/class/trial/${classid}?lesson=${lessonid}&for=${learnerid}`;

/** The same address, once the payer has confirmed a clash. */
export const confirmedPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}confirmclash=1`;

/** Whether an address says so. */
export const isClashConfirmed = (url: string) => new URL(url).searchParams.has('confirmclash');

/** The places that the address of a checkout names; parts that make no sense are ignored. */
export const itemsIn = (url: string): CheckoutItem[] =>
  [...new Set(new URL(url).searchParams.getAll('item'))].flatMap((item) => {
    const [classid, learnerid, ...rest] = item.split(':');
    return classid && learnerid && rest.length === 0 ? [{ classid, learnerid }] : [];
  });
