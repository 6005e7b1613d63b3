import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requiredText } from '#contract/fields.form.ts';
import { TextField } from '#web/components/form/field.tsx';
import { useFaults } from './use-faults.ts';

afterEach(cleanup);

const Draft = z.object({
  title: requiredText(5, 'common.enter_title'),
  place: requiredText(5, 'blogs.write_text'),
});

function Form({ typed, onChecked }: { typed: object; onChecked: (isFine: boolean) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(Draft, form);
  return (
    <form ref={form} onChange={({ target }) => clear((target as EventTarget as HTMLInputElement).name)}>
      <TextField label="Title" name="title" error={faults.title} />
      <TextField label="Place" name="place" error={faults.place} />
      <button type="button" onClick={() => onChecked(check(typed))}>
        Save
      </button>
    </form>
  );
}

test('each faulty field says what is wrong, the first has the focus, and an edited one is no longer called faulty', async () => {
  const checked: boolean[] = [];
  render(<Form typed={{ title: '', place: '' }} onChecked={(isFine) => checked.push(isFine)} />);
  fireEvent.click(screen.getByText('Save'));
  expect(checked).toEqual([false]);
  const title = screen.getByLabelText('Title');
  expect(screen.getByText('Enter a title.')).toBeTruthy();
  expect(screen.getByText('Write the text first.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(title));
  fireEvent.change(title, { target: { value: 'x' } });
  expect(screen.queryByText('Enter a title.')).toBeNull();
  expect(screen.getByText('Write the text first.')).toBeTruthy();
});

test('what is fine may be sent', () => {
  const checked: boolean[] = [];
  render(<Form typed={{ title: 'x', place: 'y' }} onChecked={(isFine) => checked.push(isFine)} />);
  fireEvent.click(screen.getByText('Save'));
  expect(checked).toEqual([true]);
});
