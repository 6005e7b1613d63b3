import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MoreButton } from './more-button.tsx';
import { useMore } from './use-more.ts';

afterEach(cleanup);

type Read = (last: number, limit: number) => Promise<readonly number[]>;

function Numbers({ first, read }: { first: readonly number[]; read: Read }) {
  const { rows, ...more } = useMore({ first, size: 2, read });
  return (
    <>
      <p data-testid="rows">{rows.join(' ')}</p>
      <MoreButton more={more}>More numbers</MoreButton>
    </>
  );
}

/** The numbers up to five, as a call gives them. */
const upToFive: Read = async (last, limit) => [1, 2, 3, 4, 5].filter((one) => one > last).slice(0, limit);

const shown = () => screen.getByTestId('rows').textContent;
const button = () => screen.queryByRole('button', { name: 'More numbers' });
const press = () => act(async () => fireEvent.click(button() as HTMLElement));

test('a list goes on by a button as long as there is more of it', async () => {
  render(<Numbers first={[1, 2, 3]} read={upToFive} />);
  expect(shown()).toBe('1 2');
  await press();
  expect(shown()).toBe('1 2 3 4');
  await press();
  expect(shown()).toBe('1 2 3 4 5');
  expect(button()).toBeNull();
});

test('a list that ends with its first part has no button', () => {
  render(<Numbers first={[1, 2]} read={upToFive} />);
  expect(shown()).toBe('1 2');
  expect(button()).toBeNull();
});

test('a second click while the list is read asks for nothing, and a part that failed can be asked for again', async () => {
  const asked: PromiseWithResolvers<readonly number[]>[] = [];
  const read: Read = () => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise ?? Promise.resolve([]);
  };
  render(<Numbers first={[1, 2, 3]} read={read} />);
  await press();
  await press();
  expect(asked).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await act(async () => asked[0]?.reject(new Error('offline')));
  expect(screen.getByRole('status').textContent).toMatch(/could not be loaded/);
  expect(shown()).toBe('1 2');
  await press();
  await act(async () => asked[1]?.resolve([3]));
  expect(shown()).toBe('1 2 3');
});

test('a part that comes for a list that is no longer shown is left out', async () => {
  const late = Promise.withResolvers<readonly number[]>();
  const { rerender } = render(<Numbers first={[1, 2, 3]} read={() => late.promise} />);
  await press();
  rerender(<Numbers first={[7, 8]} read={upToFive} />);
  await act(async () => late.resolve([3]));
  expect(shown()).toBe('7 8');
});
