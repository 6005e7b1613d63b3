import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { SocialButtons } from './social-buttons.tsx';

afterEach(cleanup);

const open = (providers: ('google.com' | 'github.com')[]) =>
  renderWithConfig(<SocialButtons onBusy={vi.fn()} onProblem={vi.fn()} onDone={vi.fn()} />, {
    identity: { apiKey: 'k', projectId: 'p', providers },
  });
const markOf = (name: string) => screen.getByRole('button', { name }).querySelector('svg');
const coloursOf = (name: string) =>
  [...(markOf(name)?.querySelectorAll('[stroke], [fill]') ?? [])]
    .map((shape) => shape.getAttribute('stroke') ?? shape.getAttribute('fill'))
    .filter((colour) => colour !== 'none');

test('each service is offered by its name beside its own mark, which is for the eye alone', () => {
  open(['google.com', 'github.com']);
  expect(coloursOf('Continue with Google')).toEqual(['#4285f4', '#34a853', '#fbbc05', '#ea4335']);
  expect(coloursOf('Continue with GitHub')).toEqual(['#1f2328', '#ffffff']);
  for (const name of ['Continue with Google', 'Continue with GitHub'])
    expect(markOf(name)?.getAttribute('aria-hidden')).toBe('true');
});

test('only what the school offers is shown', () => {
  open(['github.com']);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Continue with GitHub',
  ]);
  cleanup();
  open([]);
  expect(screen.queryByRole('button')).toBeNull();
});
