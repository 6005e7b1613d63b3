import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts, toast } from './toasts.tsx';

let isDialogOpen = false;
beforeEach(() => {
  vi.useFakeTimers();
  // The document of these tests has no modal dialogs.
  const find = document.querySelector.bind(document);
  vi.spyOn(document, 'querySelector').mockImplementation((words: string) =>
    words === 'dialog:modal' ? (isDialogOpen ? document.body : null) : find(words),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a message is there for five seconds in which no dialog hides it', () => {
  isDialogOpen = false;
  render(<Toasts />);
  act(() => toast('success', 'Saved'));
  pass(3000);
  isDialogOpen = true;
  pass(60_000);
  isDialogOpen = false;
  pass(1500);
  expect(screen.queryByText('Saved')).toBeTruthy();
  pass(1000);
  expect(screen.queryByText('Saved')).toBeNull();
});
