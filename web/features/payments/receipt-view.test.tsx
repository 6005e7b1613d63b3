import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Receipt } from '#contract/payments/calls.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { ReceiptView } from './receipt-view.tsx';

afterEach(cleanup);

const receipt: Receipt = {
  _id: 'order-1',
  number: '20260901-5F3A90C1',
  school: 'Cadenza',
  schooladdress: null,
  state: 'enrolled',
  date: '2026-09-01T12:00:00.000Z',
  name: 'Ana',
  email: 'ana@example.com',
  learnerid: 'learner-1',
  learnername: 'Ana',
  classid: 'class-1',
  classname: 'Oboe',
  instructorname: 'Clara',
  price: 75,
  currency: 'usd',
  cardlast4: '4242',
  transactionId: 'pi_1',
  returned: 0,
  refundedat: null,
};

test('a receipt says what was paid then, whatever the school charges today', () => {
  const texts = ([60, 0, 'class'] as const).map((enrolmentPrice) => {
    const { container, unmount } = renderWithConfig(<ReceiptView receipt={receipt}>Back</ReceiptView>, {
      school: { enrolmentPrice },
    });
    const { textContent } = container;
    unmount();
    return textContent;
  });
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('Charged$75 for enrolling');
  expect(texts[0]).toContain('Amount paid$75');
});

test('a receipt of a free place names no charge', () => {
  const free = { ...receipt, price: 0, cardlast4: null };
  const { container } = renderWithConfig(<ReceiptView receipt={free}>Back</ReceiptView>);
  expect(container.textContent).not.toContain('Charged');
  expect(container.textContent).toContain('No payment needed');
});

test('a receipt of a child’s place says who paid and whom it is for', () => {
  const child = { ...receipt, learnername: 'Ada Lee' };
  const { container } = renderWithConfig(<ReceiptView receipt={child}>Back</ReceiptView>);
  expect(container.textContent).toContain('Paid byAna, ana@example.comForAda Lee');
});

test('a receipt of one of several places names its own price, and all that the payment was for', () => {
  const item = {
    learnername: 'Ada Lee',
    price: 75,
    state: 'enrolled' as const,
    returned: 0,
  };
  const items = [
    { ...item, _id: 'order-1', classname: 'Oboe' },
    { ...item, _id: 'order-2', classname: 'Harp', price: 45.5, state: 'refunded' as const, returned: 45.5 },
  ];
  const { container } = renderWithConfig(<ReceiptView receipt={{ ...receipt, items }}>Back</ReceiptView>);
  expect(container.textContent).toContain('Paid for this place$75');
  expect(container.textContent).toContain('HarpAda Lee$45.50$45.50 refunded');
  expect(container.textContent).toContain('Amount paid$120.50$45.50 refunded');
});
