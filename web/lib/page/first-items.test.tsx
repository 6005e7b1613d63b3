import { cleanup, fireEvent, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server.edge';
import { createRoutesStub, Link } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useFirstItems } from './first-items.ts';

const ITEMS = Array.from({ length: 30 }, (_, at) => at);

let shown: number[] = [];

function List() {
  const items = useFirstItems(ITEMS);
  shown.push(items.length);
  return `${items.length} items`;
}
const Stub = createRoutesStub([
  { path: '/', Component: () => <Link to="/list">To the list</Link> },
  { path: '/list', Component: List },
]);

afterEach(() => {
  cleanup();
  shown = [];
});

test('after a click a long list comes with its beginning first, and whole then', async () => {
  const page = render(<Stub />);
  fireEvent.click(page.getByText('To the list'));
  await page.findByText('30 items');
  expect([...new Set(shown)]).toEqual([12, 30]);
});

test('a list that is opened by its address comes whole', () => {
  expect(renderToString(<Stub initialEntries={['/list']} />)).toContain('30 items');
  expect(shown).toEqual([30]);
});
