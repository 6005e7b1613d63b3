import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFeeNote } from './fee-note.ts';
import { renderWithConfig } from './with-config.test-support.tsx';

afterEach(cleanup);

const FeeNote = () => <p>{useFeeNote()}</p>;

test.each([
  [60, 'usd', '+ $60 enrolment fee'],
  [59.5, 'eur', '+ €59.50 enrolment fee'],
  [0, 'usd', ''],
  ['class', 'usd', ''],
] as const)(
  'with an enrolment price of %s in %s a price is followed by “%s”',
  (enrolmentPrice, currency, note) => {
    const { container } = renderWithConfig(<FeeNote />, { school: { enrolmentPrice, currency } });
    expect(container.textContent).toBe(note);
  },
);
