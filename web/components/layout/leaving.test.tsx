import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { createRoutesStub, Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { LeavingProvider, useLeaving } from './leaving.tsx';

const signOut = vi.fn();

function Page() {
  const form = useRef<HTMLFormElement>(null);
  const { leaveBy } = useLeaving();
  return (
    <>
      <form ref={form}>
        <input aria-label="Name" />
        <LeaveGuard form={form} />
      </form>
      <button type="button" onClick={() => leaveBy(signOut)}>
        Sign out
      </button>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}

beforeEach(async () => {
  signOut.mockReset();
  const Stub = createRoutesStub([
    {
      Component: () => (
        <LeavingProvider>
          <Page />
        </LeavingProvider>
      ),
      path: '/',
    },
    { path: '/elsewhere', Component: () => <p>There</p> },
  ]);
  render(<Stub />);
  await screen.findByRole('button', { name: 'Sign out' });
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = () => fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ana' } });

test('where nothing has been typed nothing is asked', () => {
  press('Sign out');
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('who signs out with something typed is asked, and may stay', () => {
  type();
  press('Sign out');
  screen.getByRole('dialog', { name: 'Leave without saving?' });
  press('Stay');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(signOut).not.toHaveBeenCalled();
});

test('who leaves signs out, and is not asked again on the way', async () => {
  type();
  press('Sign out');
  press('Leave');
  expect(signOut).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByText('There');
});

test('a link asks too, and leads on', async () => {
  type();
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  press('Leave');
  await screen.findByText('There');
});
