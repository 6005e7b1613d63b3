import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { requiredLine } from '#contract/fields.form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';
import { Fields, Form } from '#web/components/form/form.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const Draft = z.object({ name: requiredLine(10, 'common.enter_name'), places: wholeNumber(1, 12) });
const FIELDS = { name: { label: 'Name' }, places: { label: 'Places' } };
type Room = { name: string; places: number; version: number };

function Room({ room, send }: { room?: Room; send: (input: unknown, seen?: Room) => Promise<Outcome> }) {
  const form = useForm(Draft, { fields: FIELDS, item: room, send });
  return (
    <Form of={form}>
      <Fields fields={FIELDS} />
      {form.before && <p>Was {form.before.places}</p>}
      <p role="alert">{form.problem}</p>
      <button type="submit">Save</button>
    </Form>
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => fireEvent.click(screen.getByText('Save'));
const refusedWith = (problem: ConstructorParameters<typeof ApiError>[0]): Outcome => ({
  isDone: false,
  problem: problem.detail ?? '',
  refusal: new ApiError(problem),
});

test('a field has what its rules say, and its fault until it is edited; nothing faulty is sent', async () => {
  const send = vi.fn();
  render(<Room send={send} />);
  expect(field('Name').maxLength).toBe(10);
  expect(field('Name').required).toBe(true);
  save();
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  fireEvent.change(field('Name'), { target: { value: 'Blue' } });
  expect(screen.queryByText('Enter a name.')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test('it is sent once, and a refusal stands beside the field that it names or else as a whole', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const send = vi.fn().mockReturnValueOnce(promise);
  render(<Room room={{ name: 'Blue', places: 4, version: 1 }} send={send} />);
  save();
  save();
  expect(send).toHaveBeenCalledTimes(1);
  expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Blue', places: '4' });
  const detail = 'There is a room of this name.';
  await act(async () =>
    resolve(
      refusedWith({ status: 409, code: 'room-name-taken', detail, errors: [{ field: 'name', detail }] }),
    ),
  );
  expect(screen.getByText(detail)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(screen.getByRole('alert').textContent).toBe('');
  send.mockResolvedValueOnce(refusedWith({ status: 0, code: 'network', detail: 'No connection.' }));
  save();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No connection.'));
});

test('where another user has saved meanwhile, the fields have what is there now with what was typed', async () => {
  const stale = refusedWith({ status: 409, code: 'changed-meanwhile', detail: 'Changed.' });
  const send = vi.fn().mockResolvedValue(stale);
  const { rerender } = render(<Room room={{ name: 'Blue', places: 4, version: 1 }} send={send} />);
  fireEvent.change(field('Name'), { target: { value: 'Green' } });
  rerender(<Room room={{ name: 'Blue', places: 6, version: 2 }} send={send} />);
  expect(field('Places').value).toBe('4');
  save();
  await screen.findByText('Was 4');
  expect(field('Name').value).toBe('Green');
  expect(field('Places').value).toBe('6');
  expect(screen.getByRole('alert').textContent).toBe('');
  save();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.calls[1]?.[1]).toMatchObject({ version: 2 });
});
