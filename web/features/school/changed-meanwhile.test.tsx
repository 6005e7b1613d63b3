import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SchoolDraft } from '#contract/school/form.ts';
import { withLanguage } from '#languages/t.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';

afterEach(cleanup);

const BEFORE = {
  town: 'Lyon',
  enrolmentPrice: '59.5',
  cancelUntilHours: '48',
  cancelFrom: 'enrolling',
  languages: ['en'],
} as unknown as SchoolDraft;

test('numbers that were saved elsewhere are shown as the language types them, and codes by their field alone', () => {
  const now = { town: '', enrolmentPrice: '120.5', cancelUntilHours: '1.250', cancelFrom: 'first-lesson' };
  withLanguage('de', () =>
    render(<ChangedMeanwhile before={BEFORE} now={{ ...BEFORE, ...now } as SchoolDraft} />),
  );
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain('120,5');
  expect(lines.join()).toContain('1,25');
  expect(lines.join()).not.toMatch(/1,250|first-lesson/);
});
