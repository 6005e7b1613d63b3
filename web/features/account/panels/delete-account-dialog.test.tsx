import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

afterEach(cleanup);

const place = (classname: string, price: number) => ({
  learnerid: 'child',
  learnername: 'Mia Sol',
  classname,
  price,
  currency: 'usd',
});
const ERASURE = {
  onlyadmin: false,
  children: [],
  refunds: [place('Lute', 30), place('Choir', 0)],
  forfeits: [place('Harp', 60), { ...place('Oboe', 15), trialday: '2026-12-04' }],
  waitlist: [],
  teaches: [],
};
const ACCOUNT = { ways: ['password'] };

const linesBelow = (title: string) => {
  const part = screen.getByRole('heading', { name: title }).parentElement;
  return within(part as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

test('what is said to come back comes back, and a trial lesson that is held before is not given up', async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  await act(async () => {
    const load = Promise.resolve(ERASURE);
    renderWithConfig(<DeleteAccountDialog account={ACCOUNT as never} load={load} onClose={() => {}} />, {});
  });
  expect(linesBelow('Cancelled, and your money goes back to the card')).toEqual(['Lute, $30']);
  expect(linesBelow('Cancelled, and no money goes back')).toEqual(['Choir']);
  expect(linesBelow('Still takes place before your account is deleted')).toEqual([
    'Trial lesson: Oboe, 4 December 2026',
  ]);
  expect(linesBelow('Given up without a refund: the time to cancel has passed')).toEqual(['Harp, $60']);
});
