import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useSlash } from './use-slash.ts';

afterEach(cleanup);

function Page() {
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <>
      <input ref={field} aria-label="Search" defaultValue="oboe" />
      <textarea aria-label="Notes" />
      <button type="button">Save</button>
    </>
  );
}

/** Presses a key with the focus somewhere; gives whether the browser writes it. */
function press(on: HTMLElement, more: KeyboardEventInit = {}) {
  on.focus();
  return fireEvent.keyDown(on, { key: '/', ...more });
}

test('a slash puts the cursor into the search, with what stands there marked, and is not written', () => {
  render(<Page />);
  const search = screen.getByLabelText<HTMLInputElement>('Search');
  expect(press(screen.getByRole('button'))).toBe(false);
  expect(document.activeElement).toBe(search);
  expect([search.selectionStart, search.selectionEnd]).toEqual([0, 4]);
  // On some keyboards it is written with the shift key.
  expect(press(screen.getByRole('button'), { shiftKey: true })).toBe(false);
});

test('where words are written a slash is one, and with other keys it is the browser’s', () => {
  render(<Page />);
  const notes = screen.getByLabelText('Notes');
  expect(press(notes)).toBe(true);
  expect(document.activeElement).toBe(notes);
  const save = screen.getByRole('button');
  expect(press(save, { ctrlKey: true })).toBe(true);
  expect(document.activeElement).toBe(save);
});

test('behind an open dialog it does nothing', () => {
  render(
    <>
      <Page />
      <dialog open />
    </>,
  );
  const save = screen.getByRole('button', { name: 'Save' });
  expect(press(save)).toBe(true);
  expect(document.activeElement).toBe(save);
});
