import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { ListedClass } from '#contract/classes/calls.ts';
import type { Language, Shipped } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { ClassCard } from '#web/features/classes/class-card.tsx';

const CLASS = {
  _id: 'class-1',
  classname: 'First Cello',
  description: 'For hands that never held a bow.',
  image: '/art/cello.webp',
  instructorname: 'Ana Ruiz',
  availableseat: 4,
  enrolledstudents: 2,
  level: 'Beginner',
  group: 'Kids',
  agefrom: null,
  ageto: null,
  price: 60,
  priceunit: null,
  duetext: null,
  meets: null,
  today: null,
} as unknown as ListedClass;

/** What the server makes of a class's card in a page's language, at a school of these languages. */
function cardIn(language: Language, languages: readonly Shipped[]) {
  const school = { name: 'Cadenza', timezone: 'UTC', currency: 'usd', enrolmentPrice: 'class', languages };
  const Component = () => <ClassCard musicClass={CLASS} sizes="" select={null} />;
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component, loader: () => null }]);
  const page = <Stub hydrationData={{ loaderData: { root: { school } } }} />;
  return withLanguage(language, () => renderToStaticMarkup(page));
}

test('on a page in another language the school’s own words say in which they are', () => {
  const card = cardIn('de', ['en', 'de']);
  expect(card).toContain('<span lang="en">First Cello</span>');
  expect(card).toContain('<p lang="en">For hands that never held a bow.</p>');
  expect(card.match(/lang=/g)).toHaveLength(2);
  expect(cardIn('en', ['de', 'en'])).toContain('<span lang="de">First Cello</span>');
});

test('in their own language they say nothing of it', () => {
  expect(cardIn('en', ['en', 'de'])).not.toContain('lang=');
  expect(cardIn('de', ['de', 'en'])).not.toContain('lang=');
});
