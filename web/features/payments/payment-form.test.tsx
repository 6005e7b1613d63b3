import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  createIntent,
  onPaymentPage,
  openStripe,
} from '#embedded/card-payments/browser/payment-page.test-support.tsx';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { PaymentForm } from './payment-form.tsx';

onPaymentPage();

test('the Pay button carries the class and the amount that is charged, in its currency', async () => {
  const { client_secret: clientSecret } = await createIntent();
  const intent = { clientSecret, price: 59.5, currency: 'eur', holduntil: '2026-09-01T12:15:00.000Z' };
  renderWithConfig(
    <PaymentForm
      classid="class-1"
      stripe={openStripe()}
      intent={intent}
      billing={{ email: 'ana@example.com', name: 'Ana' }}
      onEnrolled={vi.fn()}
      onStale={vi.fn()}
    />,
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ });
  expect(button.textContent).toBe('Pay class-1€59.50');
  await waitFor(() => expect(button.disabled).toBe(false));
});
