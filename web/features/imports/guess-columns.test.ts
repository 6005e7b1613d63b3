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

test('columns of a class, its term and teacher and of the payment are guessed too', () => {
  const child = { email: 'E-Mail', firstname: 'Vorname', lastname: 'Nachname' };
  expect(guessColumns(['E-Mail', 'Vorname', 'Nachname', 'Kurs', 'Zeitraum', 'Lehrkraft', 'Zahlung'])).toEqual(
    { ...child, class: 'Kurs', term: 'Zeitraum', teacher: 'Lehrkraft', pays: 'Zahlung' },
  );
  expect(guessColumns(['Courriel', 'Prénom', 'Cours', 'Période', 'Professeur', 'Paiement'])).toMatchObject({
    email: 'Courriel',
    firstname: 'Prénom',
    class: 'Cours',
    term: 'Période',
    teacher: 'Professeur',
    pays: 'Paiement',
  });
  expect(guessColumns(['Email', 'First name', 'Last name', 'Class', 'Payment'])).toMatchObject({
    class: 'Class',
    pays: 'Payment',
  });
});

test('columns of several children in a line are guessed by their number', () => {
  expect(
    guessColumns([
      'Email',
      'Child 1 first name',
      'Child 1 last name',
      'Child 1 class',
      'Child 2 first name',
      'Child 2 birth date',
      'Child 2 class',
    ]),
  ).toEqual({
    email: 'Email',
    firstname: 'Child 1 first name',
    lastname: 'Child 1 last name',
    class: 'Child 1 class',
    firstname2: 'Child 2 first name',
    born2: 'Child 2 birth date',
    class2: 'Child 2 class',
  });
  expect(guessColumns(['E-Mail', 'Kind 1', 'Kind 2', 'Geburtsdatum 2'])).toEqual({
    email: 'E-Mail',
    firstname: 'Kind 1',
    lastname: 'Kind 1',
    firstname2: 'Kind 2',
    lastname2: 'Kind 2',
    born2: 'Geburtsdatum 2',
  });
  expect(guessColumns(['Courriel', 'Prénom enfant 1', 'Nom enfant 1', 'Prénom enfant 2'])).toMatchObject({
    firstname: 'Prénom enfant 1',
    lastname: 'Nom enfant 1',
    firstname2: 'Prénom enfant 2',
  });
  expect(guessColumns(['Email', 'First name', 'Last name', 'Telephone 2'])).not.toHaveProperty('firstname2');
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
