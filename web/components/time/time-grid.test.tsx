import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { TimeGrid } from './time-grid.tsx';

afterEach(cleanup);

const block = (key: string, column: string, from: number) => ({
  key,
  column,
  from: from * 60,
  to: from * 60 + 45,
  children: <a href={`/${key}`}>{key}</a>,
});

function show() {
  render(
    <TimeGrid
      label="Lessons"
      columns={[
        { key: 'mon', heading: 'Monday' },
        { key: 'tue', heading: 'Tuesday', isCurrent: true },
        { key: 'wed', heading: 'Wednesday' },
      ]}
      blocks={[
        block('Late', 'mon', 19),
        block('Early', 'mon', 9),
        block('Evening', 'wed', 18),
        block('Noon', 'wed', 12),
      ]}
      clock={(time) => time}
      nothing="No lessons"
    />,
  );
}

test('is a list of days with a list in each, in order of the hours, and says which day has nothing', () => {
  show();
  const [mon, tue, wed] = within(screen.getByRole('region', { name: 'Lessons' }))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.closest('li'));
  if (!mon || !tue || !wed) throw new Error('Three days are shown.');
  expect(
    within(mon)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Early', 'Late']);
  expect(within(tue).getByText('No lessons')).toBeTruthy();
  expect(tue.getAttribute('aria-current')).toBe('date');
  expect(within(wed).getAllByRole('listitem')).toHaveLength(2);
  // The hours say nothing that the blocks do not.
  expect(screen.queryByText('09:00')?.closest('[aria-hidden]')).toBeTruthy();
});

/** Presses a key where the focus is; gives what has it then. */
function press(key: string, held = {}) {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key, ...held });
  return document.activeElement?.textContent;
}

test('the arrow keys go along a day, and across to what is at about the same time', () => {
  show();
  screen.getByRole('link', { name: 'Early' }).focus();
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowLeft'];
  expect(keys.map((key) => press(key))).toEqual(['Late', 'Late', 'Evening', 'Noon', 'Early', 'Early']);
});

test('where lines run from right to left the next day is at the left', () => {
  document.dir = 'rtl';
  onTestFinished(() => {
    document.dir = 'ltr';
  });
  show();
  screen.getByRole('link', { name: 'Late' }).focus();
  expect(['ArrowLeft', 'ArrowRight'].map((key) => press(key))).toEqual(['Evening', 'Late']);
});

test('with another key held down the arrows are the browser’s', () => {
  show();
  screen.getByRole('link', { name: 'Early' }).focus();
  expect(press('ArrowDown', { altKey: true })).toBe('Early');
});

test('a block with a column to itself may say its name in two lines sooner than one beside another', () => {
  const at = (key: string, from: number, minutes: number) => ({
    ...block(key, 'mon', from),
    to: from * 60 + minutes,
  });
  render(
    <TimeGrid
      label="Lessons"
      columns={[{ key: 'mon', heading: 'Monday' }]}
      blocks={[at('Short', 9, 30), at('Alone', 10, 45), at('One', 12, 45), at('Other', 12, 45)]}
      clock={(time) => time}
      nothing="No lessons"
    />,
  );
  const lines = screen.getAllByRole('link').map((link) => link.parentElement?.dataset.lines);
  expect(lines).toEqual(['2', undefined, '2', '2']);
});
