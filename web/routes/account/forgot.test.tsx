import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import Forgot, { clientAction } from './forgot.tsx';

vi.mock('#web/lib/session/identity-sdk.ts', async (original) => ({
  ...(await original<object>()),
  withIdentity: async () => ({
    auth: {},
    sdk: {
      sendPasswordResetEmail: () => Promise.reject({ code: 'auth/too-many-requests' }),
    },
  }),
}));

afterEach(cleanup);

test('who may ask for no further link is told that the newest one works', async () => {
  renderWithConfig(<Forgot />, {}, clientAction);
  const email = screen.getByLabelText('Email');
  fireEvent.change(email, { target: { value: 'ana@example.com' } });
  fireEvent.submit(email.closest('form') as HTMLFormElement);
  const said = await screen.findByText(/newest email/);
  expect(said.textContent).toBe(
    'A link was requested several times already. Use the one in the newest email, or try again in an hour.',
  );
});
