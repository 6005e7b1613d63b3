import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { elementsOf } from './rich.ts';

const write = ({ name, count }: { name?: string; count?: number }) =>
  `<b>Dear <i>${name}</i></b>, ${count} of <terms>our terms</terms>.`;

test('elements stand where the message has them, and no argument is read as one', () => {
  const written = elementsOf(write, {
    b: (words: unknown) => createElement('b', null, words as string),
    i: (words: unknown) => createElement('i', null, words as string),
    terms: (words: unknown) => createElement('a', { href: '/terms' }, words as string),
    name: '<b>Mia</b>',
    count: 3,
  });
  expect(renderToStaticMarkup(written)).toBe(
    '<b>Dear <i>&lt;b&gt;Mia&lt;/b&gt;</i></b>, 3 of <a href="/terms">our terms</a>.',
  );
});

test('a message with elements in it may choose by what is given', () => {
  const choose = ({ who, until }: { who?: string; until?: string }) =>
    `Held for ${who === 'self' ? 'you' : 'Mia'} until ${until}.`;
  const written = elementsOf(choose, { who: 'self', until: createElement('time', null, '4 pm') });
  expect(renderToStaticMarkup(written)).toBe('Held for you until <time>4 pm</time>.');
});
