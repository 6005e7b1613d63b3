import { renderToStaticMarkup } from 'react-dom/server';
import { type LinkProps, MemoryRouter, Link as RouterLink } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './server-router.tsx';

/** Without the router's mark, which entry.server.tsx takes away. */
const rendered = (OneLink: typeof RouterLink | typeof Link, props: LinkProps) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/classes/one?page=2']}>
      <OneLink {...props} />
    </MemoryRouter>,
  ).replace(' data-discover="true"', '');

test('a link of the built server reads as the router writes it, wherever it leads', () => {
  const places = [
    '/',
    '/classes',
    '/classes/one-2_3',
    '/classes/',
    '/classes?q=a b',
    '/a//b',
    '/a/../b',
    '//b.example',
  ];
  const others = [
    '',
    '.',
    '..',
    '?page=3',
    '#top',
    'two',
    'https://b.example/',
    { pathname: '/blogs', search: '?q=a' },
  ];
  for (const to of [...places, ...others])
    expect(rendered(Link, { to, className: 'card', title: 'Open', children: 'Go' })).toBe(
      rendered(RouterLink, { to, className: 'card', title: 'Open', children: 'Go' }),
    );
});

test('what the router is told of a link is no attribute of it', () => {
  const told: Partial<LinkProps> = {
    discover: 'none',
    prefetch: 'intent',
    relative: 'path',
    reloadDocument: true,
    replace: true,
    state: { from: '/' },
    preventScrollReset: true,
    viewTransition: true,
    onClick: () => {},
  };
  expect(rendered(Link, { to: '/blogs', ...told, children: 'Blog' })).toBe('<a href="/blogs">Blog</a>');
});
