import { expect, test } from 'vitest';
import { findFaults } from '#contract/fields.form.ts';
import { CLASSNAME_MAX, DESCRIPTION_MAX, FEEDBACK_MAX, SEATS_MAX } from './calls.ts';
import { ClassDraft, feedbackDraft, TaughtClassDraft } from './form.ts';
import { ClassChange, NewClass } from './schema.ts';

const good: ClassDraft = {
  classname: 'Cello for adults',
  image: '/i/cello.webp',
  price: '59.50',
  availableseat: '12',
  level: 'Beginner',
  group: 'Adults',
  description: '',
};
const NO_NAME = 'Enter a name for the class.';
const NO_PICTURE = 'Choose a picture.';
const NO_PRICE = 'Enter a price of 0 or more with at most two decimals, such as 59.50.';
const NO_SEATS = 'Enter a whole number from 0 to 1000.';

const NO_AGE = 'Enter a whole number from 0 to 99, or leave it empty.';

const cases: [field: keyof ClassDraft, value: string, fault?: string][] = [
  ['classname', '', NO_NAME],
  ['classname', '   ', NO_NAME],
  ['classname', 'Cello\nfor adults', 'Contains characters that cannot be shown.'],
  ['classname', 'x'.repeat(CLASSNAME_MAX)],
  ['classname', 'x'.repeat(CLASSNAME_MAX + 1), 'Use at most 120 characters.'],
  ['image', '', NO_PICTURE],
  ['image', 'javascript:alert(1)', NO_PICTURE],
  ['price', '', NO_PRICE],
  ['price', '0'],
  ['price', ' 60 '],
  ['price', '-1', NO_PRICE],
  ['price', '0.01'],
  ['price', '1.234', NO_PRICE],
  ['price', '12,50', NO_PRICE],
  ['price', 'free', NO_PRICE],
  ['price', '999999.99'],
  ['price', '1000000', NO_PRICE],
  ['availableseat', '', NO_SEATS],
  ['availableseat', '0'],
  ['availableseat', String(SEATS_MAX)],
  ['availableseat', String(SEATS_MAX + 1), NO_SEATS],
  ['availableseat', '1.5', NO_SEATS],
  ['availableseat', '-3', NO_SEATS],
  ['availableseat', '1e2', NO_SEATS],
  ['agefrom', ''],
  ['agefrom', '0'],
  ['ageto', ' 99 '],
  ['ageto', '100', NO_AGE],
  ['agefrom', '-1', NO_AGE],
  ['agefrom', 'six', NO_AGE],
  ['description', 'x'.repeat(DESCRIPTION_MAX)],
  ['description', 'x'.repeat(DESCRIPTION_MAX + 1), 'Use at most 2000 characters.'],
];

test.each(cases)('the class form and the call say the same of %s: %j', (field, value, fault) => {
  const typed = { ...good, [field]: value };
  const said = fault ? { [field]: fault } : {};
  expect(findFaults(ClassDraft, typed)).toEqual(said);
  const issues = NewClass.safeParse(typed).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(said);
});

test('every faulty field of a class is named at once', () => {
  const faults = findFaults(ClassDraft, { ...good, classname: '', price: 'x', availableseat: 'x' });
  expect(faults).toEqual({ classname: NO_NAME, price: NO_PRICE, availableseat: NO_SEATS });
});

test('an admin’s form asks who teaches the class', () => {
  expect(findFaults(TaughtClassDraft, { ...good, instructoremail: '' })).toEqual({
    instructoremail: 'Choose who teaches the class.',
  });
  expect(findFaults(TaughtClassDraft, { ...good, instructoremail: 'clara@school.example' })).toEqual({});
});

test('a new class comes with a level, a group and a description where none is given', () => {
  const { level, group, description, ...others } = good;
  expect(NewClass.parse({ ...others, admin: true })).toEqual({
    ...good,
    price: 5950,
    availableseat: 12,
  });
});

test('a change of one field leaves the others out instead of giving them defaults', () => {
  expect(ClassChange.parse({ price: '10' })).toEqual({ price: 1000 });
});

test('a feedback is written, and has a limit', () => {
  const faultsOf = (feedback: string) => findFaults(feedbackDraft('classes.write_feedback'), { feedback });
  expect(faultsOf(' \n ')).toEqual({ feedback: 'Write a feedback first.' });
  expect(faultsOf('x')).toEqual({});
  expect(faultsOf('x'.repeat(FEEDBACK_MAX))).toEqual({});
  expect(faultsOf('x'.repeat(FEEDBACK_MAX + 1))).toEqual({ feedback: 'Use at most 2000 characters.' });
});

test('the oldest age is not below the youngest, and an age that is left empty is none', () => {
  const crossed = { ageto: 'The oldest age is below the youngest. Enter the same age or a higher one.' };
  expect(findFaults(ClassDraft, { ...good, agefrom: '9', ageto: '8' })).toEqual(crossed);
  expect(findFaults(ClassDraft, { ...good, agefrom: '9', ageto: '9' })).toEqual({});
  expect(ClassChange.parse({ agefrom: ' ', ageto: '12' })).toEqual({ agefrom: null, ageto: 12 });
});
