import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ActionButton } from './action-button.tsx';

afterEach(cleanup);

test('a button at work keeps the focus, says so, and takes no further click', () => {
  const act = vi.fn();
  const { rerender } = render(<ActionButton onClick={act}>Delete</ActionButton>);
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button, { detail: 1 });
  rerender(
    <ActionButton isBusy onClick={act}>
      Delete
    </ActionButton>,
  );
  fireEvent.click(button, { detail: 1 });
  expect(act).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
});

test('a double click decides once, also when the first was done at once', () => {
  const act = vi.fn();
  render(<ActionButton onClick={act}>Delete</ActionButton>);
  fireEvent.click(screen.getByRole('button'), { detail: 1 });
  fireEvent.click(screen.getByRole('button'), { detail: 2 });
  expect(act).toHaveBeenCalledTimes(1);
});

test('a key that is held down does not press it again', () => {
  render(<ActionButton>Delete</ActionButton>);
  const button = screen.getByRole('button');
  const press = (repeat: boolean) => {
    const event = createEvent.keyDown(button, { key: 'Enter', repeat });
    fireEvent(button, event);
    return event.defaultPrevented;
  };
  expect([press(false), press(true)]).toEqual([false, true]);
});

test('a form whose button is at work is not sent again', () => {
  const send = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <form>
      <ActionButton type="submit" isBusy>
        Save
      </ActionButton>
    </form>,
  );
  container.querySelector('form')?.addEventListener('submit', send);
  fireEvent.click(screen.getByRole('button'), { detail: 1 });
  expect(send).not.toHaveBeenCalled();
});
