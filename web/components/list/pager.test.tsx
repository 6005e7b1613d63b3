import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { createRoutesStub, Outlet } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { PageAnnouncer } from '#web/components/layout/page-announcer.tsx';
import { Pager } from './pager.tsx';

const Stub = createRoutesStub([
  {
    path: '/',
    Component: () => createElement('div', null, createElement(PageAnnouncer), createElement(Outlet)),
    children: [
      {
        path: 'list',
        Component: () => (
          <main>
            <h1 tabIndex={-1}>List</h1>
            <Pager previous="b" next="c" />
          </main>
        ),
      },
    ],
  },
]);
afterEach(cleanup);

const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name });

test('the next page is a link that keeps what narrows the list, and machines are told where it leads', async () => {
  render(<Stub initialEntries={['/list?q=harp&before=a']} />);
  expect(link('Next').getAttribute('href')).toBe('/list?q=harp&after=c');
  expect(link('Next').rel).toBe('next');
  expect(link('Previous').getAttribute('href')).toBe('/list?q=harp&before=b');
  expect(link('Previous').rel).toBe('prev');
});

test('on another page of a list the focus is at its beginning', async () => {
  render(<Stub initialEntries={['/list']} />);
  link('Next').focus();
  await act(async () => {
    fireEvent.click(link('Next'));
  });
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});
