import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

/** Opens a dialog of 600 pixels whose field ends at so many. */
function open(bottom: number) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, 300, this.tagName === 'INPUT' ? bottom : 600);
  });
  render(
    <Dialog title="Set it up" onClose={() => {}}>
      <label>
        Number <input />
      </label>
    </Dialog>,
  );
}

test('the focus begins at the first field', () => {
  open(300);
  expect(document.activeElement).toBe(screen.getByLabelText('Number'));
});

test('it begins at the heading where going to the field would scroll what stands before it away', () => {
  open(700);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set it up', hidden: true }));
});
