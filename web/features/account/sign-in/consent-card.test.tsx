import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { textCalls } from '#contract/texts/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import ConsentCard from './consent-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const PRIVACY = {
  slug: 'privacy',
  title: 'Privacy policy',
  version: 3,
  updatedat: '2026-09-01T00:00:00Z',
} as const;

test('where the texts cannot be loaded it says so, and another try shows them', async () => {
  vi.spyOn(apiOf(textCalls), 'listTexts')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue([PRIVACY]);
  const run = vi.fn(async () => {});
  renderWithConfig(<ConsentCard run={run} isBusy={false} problem="" />, {});
  const again = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.submit(again.closest('form') as HTMLFormElement);
  expect(await screen.findByText('Privacy policy')).toBeTruthy();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Create my account' })).toBeTruthy();
  expect(run).not.toHaveBeenCalled();
});
