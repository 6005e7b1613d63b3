import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { refundCalls } from '#contract/refunds/calls.ts';
import { withLanguage } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { RefundDialog } from './refund-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const REFUSAL = 'The family has 705.50 of credit.';
const refuse = () =>
  vi.spyOn(apiOf(refundCalls), 'giveBack').mockImplementation(async () => {
    throw new ApiError({ status: 409, code: 'changed-meanwhile', detail: REFUSAL });
  });

async function show() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  await act(async () => {
    renderWithConfig(<RefundDialog userid="u" credit={705.5} onClose={() => {}} />, {});
  });
}

const typeSum = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { name: 'amount', value } });

test('what happens is asked with the sum as the wire writes it, however the language does', () =>
  withLanguage('de', async () => {
    const ask = refuse();
    await show();
    expect(screen.getByRole('textbox')).toHaveProperty('value', '705,50');
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ body: { amount: '705.50' } });
  }));

test('what the sum is refused for cannot be tried again, and of no sum nothing is asked', async () => {
  const ask = refuse();
  await show();
  await screen.findByText(REFUSAL);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  typeSum('');
  expect(screen.queryByText(REFUSAL)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
});
