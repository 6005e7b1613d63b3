import { expect, test } from 'vitest';
import { guessBornForm, guessColumns } from './guess-columns.ts';

test('columns are guessed by their headings, in several languages', () => {
  expect(
    guessColumns([
      'Parent phone',
      'Parent name',
      'E-mail',
      'Child first name',
      'Child last name',
      'DOB',
      'Allergies',
    ]),
  ).toEqual({
    email: 'E-mail',
    parentname: 'Parent name',
    phone: 'Parent phone',
    firstname: 'Child first name',
    lastname: 'Child last name',
    born: 'DOB',
    note: 'Allergies',
  });
  expect(guessColumns(['Vorname', 'Nachname', 'Eltern', 'Geburtsdatum', 'Telefon', 'Email'])).toEqual({
    email: 'Email',
    parentname: 'Eltern',
    phone: 'Telefon',
    firstname: 'Vorname',
    lastname: 'Nachname',
    born: 'Geburtsdatum',
  });
});

test('a column with the whole name of a child is chosen for both names', () => {
  expect(guessColumns(['Student', 'Email'])).toEqual({
    email: 'Email',
    firstname: 'Student',
    lastname: 'Student',
  });
  expect(guessColumns(['Name', 'Email'])).toEqual({ email: 'Email', firstname: 'Name', lastname: 'Name' });
  expect(guessColumns(['Vorname', 'Name', 'Email'])).toEqual({
    email: 'Email',
    firstname: 'Vorname',
    lastname: 'Name',
  });
  expect(guessColumns(['First name', 'Email'])).toEqual({ email: 'Email', firstname: 'First name' });
});

test('the form of days is guessed only where the days can be in no other', () => {
  expect(guessBornForm(['2015-04-03', ''])).toBe('yyyy-mm-dd');
  expect(guessBornForm(['03/04/2015', '25/12/2014'])).toBe('dd/mm/yyyy');
  expect(guessBornForm(['03/04/2015', '12/25/2014'])).toBe('mm/dd/yyyy');
  expect(guessBornForm(['03/04/2015'])).toBeUndefined();
  expect(guessBornForm(['13/04/2015', '04/13/2015'])).toBeUndefined();
  expect(guessBornForm([''])).toBeUndefined();
});
