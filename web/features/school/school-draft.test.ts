import { expect, inject, test } from 'vitest';
import { MISSED_RULES, type School } from '#contract/school/calls.ts';
import { withLanguage } from '#languages/t.ts';
import { expectedFacts } from './fact-draft.ts';
import {
  draftIn,
  draftOf,
  editedDraft,
  editsOf,
  typedConfig,
  typedWelcome,
  typedWords,
  withLanguages,
} from './school-draft.ts';

const SCHOOL: School = {
  name: 'Reed & Bow',
  town: 'Harbour Hill',
  currency: 'usd',
  enrolmentPrice: 60,
  cancelUntilHours: 48,
  cancelFrom: 'enrolling' as const,
  ...MISSED_RULES,
  languages: ['en'],
  welcome: { title: 'Hello', lines: [] },
  version: 3,
  facts: [],
};

test('only what was edited is sent, and what was emptied is cleared', () => {
  const before = draftOf(SCHOOL);
  expect(editsOf(before, before)).toEqual({});
  const after = { ...before, name: 'Reed', town: '', welcome: { title: '', words: '', lines: [] } };
  expect(editsOf(before, after)).toEqual({ name: 'Reed', town: null, welcome: null });
});

test('after somebody else saved, what is edited here stays as it was typed and the rest is as it is now', () => {
  const edits = { name: 'Reed', town: null };
  const now = { ...SCHOOL, name: 'Bow', phone: '+1 555', version: 4 };
  expect(editedDraft(now, edits)).toMatchObject({ name: 'Reed', town: '', phone: '+1 555' });
});

const words = (title: string) => ({ title, words: '', lines: [] });

test('a school of several languages has a welcome in each, of which the first is the default', () => {
  const draft = withLanguages(draftOf(SCHOOL), ['de', 'en'], SCHOOL);
  expect(draft).toMatchObject({
    languages: ['de', 'en'],
    welcome: { ...words(''), language: 'de', translations: { en: words('Hello') } },
  });
  expect(Object.keys(editsOf(draftOf(SCHOOL), draft))).toEqual(['languages', 'welcome']);
});

test('the welcome of a school that changes its only language is not lost, however it goes about it', () => {
  expect(withLanguages(draftOf(SCHOOL), ['de'], SCHOOL).welcome).toEqual(words('Hello'));
  const both = withLanguages(draftOf(SCHOOL), ['en', 'de'], SCHOOL);
  const turned = withLanguages(both, ['de', 'en'], SCHOOL);
  expect(withLanguages(turned, ['de'], SCHOOL).welcome).toEqual(words('Hello'));
});

test('a language that is taken away and added again has the welcome that was saved in it', () => {
  const saved: School = {
    ...SCHOOL,
    languages: ['en', 'de'],
    welcome: { title: 'Hello', lines: [], language: 'en', translations: { de: words('Hallo') } },
  };
  const alone = withLanguages(draftOf(saved), ['en'], saved);
  expect(alone.welcome).toEqual(words('Hello'));
  expect(withLanguages(alone, ['en', 'de'], saved)).toEqual(draftOf(saved));
});

test('what is typed of a fact is shown beside it before it is saved, a new one once it says something', () => {
  const known = { _id: 'a', kind: 'voice', words: 'Good', byline: 'Ann' } as const;
  const typed = { kind: 'voice', title: '', words: ' Better ', byline: 'Ann', day: '' } as const;
  const added = { kind: 'event', title: '', words: '', byline: '', day: '' } as const;
  expect(expectedFacts([known], { a: typed, event: added })).toEqual([
    { _id: 'a', kind: 'voice', words: 'Better', byline: 'Ann' },
  ]);
  expect(expectedFacts([known], { event: { ...added, title: 'Recital' } })).toEqual([
    known,
    { _id: 'event', kind: 'event', title: 'Recital' },
  ]);
});

test('a language that is taken away and added again before it is saved has the welcome that was typed in it', () => {
  const both = withLanguages(draftOf(SCHOOL), ['en', 'de'], SCHOOL);
  const typed = { ...both, welcome: { ...both.welcome, translations: { de: words('Hallo') } } };
  const alone = withLanguages(typed, ['en'], SCHOOL, typedWords(typed));
  expect(withLanguages(alone, ['en', 'de'], SCHOOL, typedWords(typed))).toEqual(typed);
});

test('a welcome as it will look says nothing in a language in which nothing is typed', () => {
  const draft = withLanguages(draftOf(SCHOOL), ['en', 'de'], SCHOOL);
  expect(typedWelcome(draft)).toEqual({ title: 'Hello', lines: [], language: 'en', translations: {} });
});

/** The form with a field typed into. */
function formOf(fields: Record<string, string>): HTMLFormElement {
  const form = document.createElement('form');
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { name, value });
    form.append(input);
  }
  return form;
}

test('a fee and hours are read as the language writes them, and the fee is shown so before it is saved', () => {
  const form = formOf({ pricing: 'flat', enrolmentPrice: '45,50', cancelUntilHours: '1,5' });
  const draft = withLanguage('de', () => draftIn(form, draftOf(SCHOOL)));
  expect(draft).toMatchObject({ enrolmentPrice: '45.50', cancelUntilHours: '1.5' });
  const config = inject('clientConfig');
  expect(typedConfig(config, draft).school.enrolmentPrice).toBe(45.5);
  expect(typedConfig(config, { ...draft, enrolmentPrice: '1.500' }).school.enrolmentPrice).toBe(
    config.school.enrolmentPrice,
  );
});

test('hours that were saved have one reading in the form', () => {
  const hoursOf = (cancelUntilHours: number) =>
    withLanguage('de', () => draftOf({ ...SCHOOL, cancelUntilHours })).cancelUntilHours;
  expect([hoursOf(1.5), hoursOf(1.125), hoursOf(0.125)]).toEqual(['1.5', '1.1250', '0.125']);
});
