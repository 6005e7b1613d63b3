import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { AnotherSumFields, useAnotherSum } from './another-sum.tsx';

afterEach(cleanup);

let another: ReturnType<typeof useAnotherSum>;
function Asking({ isPaid = false }) {
  another = useAnotherSum(isPaid ? 'paid' : 'agreed');
  return <AnotherSumFields currency="eur" {...another.fields} />;
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('another sum is sent as the wire writes it, however the language does', () =>
  withLanguage('de', () => {
    renderWithConfig(<Asking />);
    expect(another.sum).toBeNull();
    fireEvent.click(screen.getByRole('checkbox'));
    type(/^Betrag/, '59,50');
    type(/^Warum/, 'Geschwister');
    expect(another.sum).toEqual({ amount: '59.50', reason: 'Geschwister' });
  }));

test.each([
  ['an empty sum', { isPaid: false }, '', 'Siblings', /^Sum/],
  ['a sum without a reason', { isPaid: false }, '5', ' ', /^Why/],
  ['nothing as what was paid', { isPaid: true }, '0', 'Siblings', /^Sum/],
])('%s is said at its field before anything is sent', async (_, props, sum, reason, at) => {
  renderWithConfig(<Asking {...props} />);
  fireEvent.click(screen.getByRole('checkbox'));
  type(/^Sum/, sum);
  type(/^Why/, reason);
  expect(another.isFit()).toBe(false);
  const invalid = await screen.findByLabelText(at);
  await expect.poll(() => invalid.getAttribute('aria-invalid')).toBe('true');
  type(at, '7');
  expect(another.isFit()).toBe(true);
});
