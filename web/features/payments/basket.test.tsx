import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MusicClass } from '#contract/classes/calls.ts';
import { CHECKOUT_ITEMS_MAX } from '#contract/payments/calls.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { Basket } from './basket.tsx';

afterEach(cleanup);

/** More than one payment pays for, and more than a page of a list holds. */
const MANY = 27;
const rows = Array.from({ length: MANY }, (_, at) => ({
  _id: `selection-${at}`,
  classid: `class-${at}`,
  learnerid: 'ada',
  learnername: 'Ada Lee',
  item: { _id: `class-${at}`, classname: `Class ${at}`, price: 48, availableseat: 3 } as MusicClass,
  off: 0,
}));
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const ticked = () => boxes().filter(({ checked }) => checked).length;

test('a basket of more places than one payment takes shows all of them, and pays for as many as one takes', () => {
  renderWithConfig(<Basket rows={rows} family={[]} />, { school: { enrolmentPrice: 60 } });
  expect([boxes().length, ticked()]).toEqual([MANY, CHECKOUT_ITEMS_MAX]);
  expect(screen.getByText(/at a time: pay for these/).textContent).toContain(String(CHECKOUT_ITEMS_MAX));
  expect(screen.getByRole('link', { name: /^Pay for/ })).toBeTruthy();
  // No more than that can be ticked; another takes the place of one.
  expect(boxes().at(-1)?.disabled).toBe(true);
  fireEvent.click(boxes()[0] as HTMLInputElement);
  fireEvent.click(boxes().at(-1) as HTMLInputElement);
  expect([boxes().at(-1)?.checked, ticked()]).toEqual([true, CHECKOUT_ITEMS_MAX]);

  fireEvent.click(screen.getByRole('button', { name: 'Untick all' }));
  expect([ticked(), screen.queryByRole('link', { name: /^Pay for/ })]).toEqual([0, null]);
  fireEvent.click(screen.getByRole('button', { name: `Tick the first ${CHECKOUT_ITEMS_MAX}` }));
  expect(ticked()).toBe(CHECKOUT_ITEMS_MAX);
});
