import { cleanup, fireEvent, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub, Link, Outlet, useNavigation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import Blogs from './blogs.tsx';
import Classes from './classes.tsx';
import Home from './home.tsx';
import Instructors from './instructors.tsx';

const ROOT = {
  school: { name: 'Cadenza', timezone: 'UTC', currency: 'usd', enrolmentPrice: 'class', languages: ['en'] },
};

/** A page's data that counts how often it is read. */
function countReads<N extends string>(name: N) {
  const reads = { count: 0 };
  const data = {
    get [name]() {
      reads.count++;
      return [];
    },
  };
  return { reads, data };
}

const Frame = () => (
  <>
    <Link to="/next">Away</Link>
    <p>{useNavigation().state}</p>
    <Outlet />
  </>
);

const items = countReads('items');
const facts = countReads('facts');
const home = { counts: {}, classes: [], instructors: [], posts: [], school: facts.data };
const list = { filter: {}, place: {}, page: items.data, instruments: [], terms: [] };

afterEach(cleanup);

test.each([
  { page: 'the home page', Page: Home, data: home, reads: facts.reads },
  { page: 'the list of classes', Page: Classes, data: list, reads: items.reads },
  { page: 'the list of instructors', Page: Instructors, data: list, reads: items.reads },
  { page: 'the list of posts', Page: Blogs, data: list, reads: items.reads },
])('$page is not rendered again while another page is on its way', async ({ Page, data, reads }) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ROOT,
      Component: Frame,
      children: [
        { id: 'page', index: true, loader: () => data, Component: Page as ComponentType },
        { path: 'next', loader: () => new Promise(() => {}), Component: () => null },
      ],
    },
  ]);
  const page = render(<Stub hydrationData={{ loaderData: { root: ROOT, page: data } }} />);
  const before = reads.count;
  expect(before).toBeGreaterThan(0);
  fireEvent.click(page.getByText('Away'));
  await page.findByText('loading');
  expect(reads.count).toBe(before);
});
