import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type ActionFunction, createRoutesStub } from 'react-router';
import type { ClientConfig } from '#contract/config/calls.ts';
import { MISSED_RULES } from '#contract/school/calls.ts';

const CONFIG: ClientConfig = {
  origin: 'http://school.test',
  isDemo: false,
  school: {
    name: 'Cadenza',
    timezone: 'UTC',
    currency: 'usd',
    enrolmentPrice: 60,
    cancelUntilHours: 48,
    cancelFrom: 'enrolling',
    ...MISSED_RULES,
    languages: ['en'],
  },
  identity: { apiKey: 'k', projectId: 'p', providers: ['google.com', 'github.com'] },
  cards: { publishableKey: 'pk_test_cadenza' },
  images: { uploadUrl: '/images' },
};

type PartialConfig = Partial<Omit<ClientConfig, 'school'>> & { school?: Partial<ClientConfig['school']> };

/**
 * Renders a piece of a page as the root layout would hold it, in a school of this configuration; `action`
 * makes its changes.
 */
export function renderWithConfig(
  content: ReactNode,
  { school, ...config }: PartialConfig = {},
  action?: ActionFunction,
) {
  const root = { ...CONFIG, ...config, school: { ...CONFIG.school, ...school } };
  // Asked for again once something was changed.
  const loader = () => root;
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => content, loader, action }]);
  return render(<Stub hydrationData={{ loaderData: { root } }} />);
}
