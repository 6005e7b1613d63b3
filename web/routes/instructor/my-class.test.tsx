import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import MyClasses from './my-class.tsx';

test('who is not signed in is told that there is nothing without', async () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ currency: 'usd' }),
      children: [{ index: true, Component: () => createElement(MyClasses, { loaderData: null } as never) }],
    },
  ]);
  render(<Stub />);
  expect(await screen.findByText('No Content Available. User needs to Sign in')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
