import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type ActionFunction, createRoutesStub } from 'react-router';
import type { ClientConfig } from '#contract/config.ts';

const CONFIG: ClientConfig = {
  schoolName: 'Cadenza',
  origin: 'http://school.test',
  currency: 'usd',
  enrolmentPrice: 60,
  cancelUntilHours: 48,
  identity: { apiKey: 'k', projectId: 'p', providers: ['google.com', 'github.com'] },
  cards: { publishableKey: 'pk_test_cadenza' },
  images: { uploadUrl: '/images' },
};

/** Renders a piece of a page as the root layout would hold it, in a school of this configuration; `action` makes its changes. */
export function renderWithConfig(
  content: ReactNode,
  config: Partial<ClientConfig> = {},
  action?: ActionFunction,
) {
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => content, action }]);
  return render(<Stub hydrationData={{ loaderData: { root: { ...CONFIG, ...config } } }} />);
}
