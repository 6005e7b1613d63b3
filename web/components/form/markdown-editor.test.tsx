import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { markdownCalls } from '#contract/markdown/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';

const preview = vi.spyOn(apiOf(markdownCalls), 'previewMarkdown');
const asked = () => preview.mock.calls.map(([input]) => input.body.markdown);

beforeEach(() => {
  vi.useFakeTimers();
  HTMLElement.prototype.checkVisibility = () => true;
  document.execCommand = () => false;
  preview.mockReset().mockImplementation(async ({ body }) => ({ html: `<p>${body.markdown}</p>` }));
  renderWithConfig(<MarkdownEditor label="Text" name="blog" defaultValue="One" />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const shown = () => screen.getByRole('region', { name: 'Preview' }).textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const write = (value: string) => fireEvent.input(field(), { target: { value } });

test('the preview shows at once what is there, and at a pause what was typed', async () => {
  await wait(0);
  expect(shown()).toBe('One');
  for (const text of ['One t', 'One tw', 'One two']) {
    write(text);
    await wait(400);
  }
  expect(asked()).toEqual(['One']);
  await wait(100);
  expect(shown()).toBe('One two');
  expect(asked()).toEqual(['One', 'One two']);
});

test('while one is on its way the next waits, and what was typed over meanwhile is never asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<{ html: string }>();
  preview.mockReturnValueOnce(promise);
  await wait(0);
  write('Two');
  await wait(2000);
  write('Three');
  await wait(2000);
  expect(asked()).toEqual(['One']);
  await act(async () => resolve({ html: 'One' }));
  await wait(500);
  expect(asked()).toEqual(['One', 'Three']);
  expect(shown()).toBe('Three');
});

test('what cannot be shown says so and keeps what was shown; it is asked for once more by a button', async () => {
  await wait(0);
  preview.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', detail: 'No connection.' }));
  write('Two');
  await wait(500);
  expect(shown()).toBe('No connection.Try againOne');
  await wait(5000);
  expect(asked()).toEqual(['One', 'Two']);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await wait(500);
  expect(shown()).toBe('Two');
});

test('a text without a word asks for nothing', async () => {
  write('  ');
  await wait(5000);
  expect(asked()).toEqual([]);
  expect(shown()).toBe('What you write is shown here as readers will see it.');
});

test.each([
  ['by its button', () => fireEvent.click(screen.getByRole('button', { name: 'Bold' }))],
  ['by a key', () => fireEvent.keyDown(field(), { key: 'b', ctrlKey: true })],
])('what is selected is made bold %s, and stays selected', async (_, press) => {
  field().setSelectionRange(0, 3);
  press();
  const { value, selectionStart, selectionEnd } = field();
  expect([value, selectionStart, selectionEnd]).toEqual(['**One**', 2, 5]);
  await wait(500);
  expect(shown()).toBe('**One**');
});

test('a link in the preview leads nowhere: what is being written stays', async () => {
  preview.mockResolvedValue({ html: '<a href="/classes">Classes</a>' });
  await wait(0);
  expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
});
