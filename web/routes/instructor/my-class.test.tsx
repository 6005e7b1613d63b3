import { screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import MyClasses from './my-class.tsx';

test('who is not signed in is told that there is nothing without', async () => {
  renderWithConfig(createElement(MyClasses, { loaderData: null } as never));
  expect(await screen.findByText('No Content Available. User needs to Sign in')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
