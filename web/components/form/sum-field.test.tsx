import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { SumField } from './sum-field.tsx';

afterEach(cleanup);

/** What stands below a sum once it was typed. */
const understood = (typed: string) =>
  withLanguage('de', () => {
    renderWithConfig(<SumField label="Preis" name="price" currency="eur" defaultValue="59.5" />);
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.input(screen.getByLabelText('Preis'), { target: { value: typed } });
    return screen.getByRole('status').textContent;
  });

test('a sum that was typed in another way than its language writes it is shown as it was understood', () => {
  expect(understood('120.5')).toBe('120,50\u00a0€');
});

test('of a sum as its language writes it, and of one that is asked about, nothing is said', () => {
  expect(understood('120,50')).toBe('');
  cleanup();
  expect(understood('1,234')).toBe('');
});
