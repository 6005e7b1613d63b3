import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CHANGE_ACTIONS, type Change } from '#contract/changes/calls.ts';
import { CLASS_FIELDS } from '#contract/classes/form.ts';
import { FamilyFields } from '#contract/families/form.ts';
import { formatsOf } from '#contract/formats.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import {
  CANCEL_FROM,
  MISSED_LESSONS,
  RESERVE_MODES,
  REVIEW_POSTS,
  TRIAL_FEES,
} from '#contract/school/calls.ts';
import { SchoolDraft } from '#contract/school/form.ts';
import { withLanguage } from '#languages/t.ts';
import { changedFields, kindOf, sentenceOf, THINGS } from './change-words.ts';

test.each([
  ['classname, price', 'name, price'],
  ['tagline, enrolmentPrice 60 → class', 'tagline, enrolment price 60 → price of the class'],
  ['currency usd → eur', 'currency USD → EUR'],
  ['cancelUntilHours 48 → 24', 'hours to cancel within 48 → 24'],
  ['when it meets', 'when it meets'],
  ['languages en → en de, welcome', 'languages EN → EN DE, welcome'],
  [null, ''],
])('what was changed as %s is read as “%s”', (note, words) => {
  expect(changedFields(note)).toBe(words);
});

test('every field that can be changed has a name in the log', () => {
  const ofSchool = Object.keys(SchoolDraft.shape);
  // The log counts places in all where a change is accepted.
  const ofClass = [...Object.keys(CLASS_FIELDS), 'capacity'];
  const ofFamily = [...Object.keys(FamilyFields.shape), ...Object.keys(LearnerDraft.shape)];
  const others = [...ofFamily, 'when it meets', 'shown to visitors', 'hidden from visitors'];
  withLanguage('en-XA', () => {
    for (const field of [...ofSchool, ...ofClass, ...others]) expect(changedFields(field)).toMatch(/^\[/);
    const chosen = [...CANCEL_FROM, ...MISSED_LESSONS, ...RESERVE_MODES, ...REVIEW_POSTS, ...TRIAL_FEES];
    for (const value of ['class', ...chosen]) expect(changedFields(`price ${value}`)).toMatch(/\] \[/);
  });
});

test('in another language nothing of a line is English', () => {
  withLanguage('de', () => {
    expect(changedFields('tagline, enrolmentPrice 60 → class')).toBe(
      'Schule in einem Satz, Kosten der Anmeldung 60 → Preis des Kurses',
    );
    expect(read({ action: 'key-made', about: 'integration', note: 'read, money' })).toBe(
      'hat einen API-Schlüssel erstellt (Kurse und Zahlen (lesen), Finanzen (lesen)): Cello',
    );
    expect(changedFields('latefee none → 7.5, taxrate 0% → 8.1%')).toBe(
      'Mahngebühr nichts → 7,5, Steuersatz 0\u00a0% → 8,1\u00a0%',
    );
    const before = 'The school gives this place free of charge.';
    expect(read({ action: 'enrolled-by-hand', note: '60 €', before, after: 'cash' })).toContain(
      '(60 € bezahlt; nicht der Preis: Die Schule vergibt diesen Platz kostenlos.)',
    );
  });
});

const formats = formatsOf({ timezone: 'Europe/Warsaw', currency: 'eur' });
const LINE = { about: 'class', before: null, after: null, note: null, actorname: 'Ana' } as const;
type Line = Partial<Change> & Pick<Change, 'action'>;

const NAMED = { actor: 'Ana', learner: 'Łucja', subject: 'Cello' };

/** What stands behind the name of who did it. */
const read = (line: Line) =>
  renderToStaticMarkup(sentenceOf({ ...LINE, ...line }, NAMED, formats)).replace(/^Ana /, '');

const at = { before: '2026-11-30T15:30', after: '2026-12-01T16:00' };

describe('a line of the log is a sentence', () => {
  test.each<[Line, string]>([
    [
      { action: 'lesson-moved', ...at },
      'moved the lesson of Monday, 30 November 2026, 15:30, to Tuesday, 1 December 2026, 16:00, in Cello',
    ],
    [
      { action: 'lesson-made-up', ...at },
      'scheduled the lesson of Monday, 30 November 2026, 15:30, which was cancelled, for Tuesday, 1 December 2026, 16:00, in Cello',
    ],
    [
      { action: 'lesson-cancelled', ...at },
      'cancelled the lesson of Monday, 30 November 2026, 15:30, in Cello',
    ],
    [
      { action: 'lesson-teacher', ...at, after: 'otto@test.example' },
      'gave the lesson of Monday, 30 November 2026, 15:30, in Cello to a substitute: otto@test.example',
    ],
    [
      { action: 'lesson-teacher', ...at, after: null },
      'gave the lesson of Monday, 30 November 2026, 15:30, in Cello back to the teacher of the class',
    ],
    [
      { action: 'absence-noted', ...at },
      'said that Łucja cannot come to the lesson of Monday, 30 November 2026, 15:30, in Cello',
    ],
    [
      { action: 'absence-withdrawn', ...at },
      'said that Łucja does come to the lesson of Monday, 30 November 2026, 15:30, in Cello',
    ],
    [
      { action: 'catchup-booked', ...at },
      'chose the lesson of Monday, 30 November 2026, 15:30, in Cello, for Łucja to catch up',
    ],
    [
      { action: 'catchup-given-up', ...at },
      'gave up the place of Łucja in the lesson of Monday, 30 November 2026, 15:30, in Cello',
    ],
    [{ action: 'guardian-asked', about: 'family' }, 'invited a guardian for Łucja'],
    [
      { action: 'guardian-ended', about: 'family', before: 'bo@test.example', actorname: null },
      'removed bo@test.example as a guardian of Łucja, since the account was recovered',
    ],
    [{ action: 'takeover-back', about: 'family' }, 'took the lessons of Łucja back to the account of Cello'],
    [
      { action: 'enrolled-by-hand', note: '€60', after: 'due' },
      'enrolled Łucja by hand, with €60 to be paid later, in Cello',
    ],
    [{ action: 'place-moved', before: 'Mia Sol' }, 'moved the place of Mia Sol in Cello to Łucja'],
    [{ action: 'waiting-removed' }, 'removed Łucja from the waiting list of Cello'],
    [{ action: 'answered', about: 'question' }, 'answered a question about Cello'],
    [{ action: 'deleted', about: 'question' }, 'deleted a question about Cello'],
    [{ action: 'updated', about: 'school', note: 'term' }, 'updated the term Cello'],
    [{ action: 'added', about: 'school', note: 'closing days' }, 'added the closing days Cello'],
    [{ action: 'added', about: 'school', note: 'recital' }, 'added the recital Cello'],
    [{ action: 'deleted', about: 'school', note: 'sibling-discount' }, 'deleted the sibling discount Cello'],
    [{ action: 'updated', about: 'school', note: 'tagline' }, 'updated Cello: tagline'],
    [{ action: 'added', note: 'for the next term' }, 'added Cello for the next term'],
    [
      { action: 'role', about: 'user', before: 'student', after: 'admin' },
      'changed the role of Cello from student to admin',
    ],
  ])('%#', (line, sentence) => {
    expect(read(line)).toBe(sentence);
  });

  test.each(CHANGE_ACTIONS.filter((action) => action.includes('-')))('and shows no code: %s', (action) => {
    expect(read({ action, ...at, note: '€60' })).not.toContain(action);
    expect(kindOf({ ...LINE, action })).toMatch(/^[A-Z]/);
  });
});

test.each(Object.keys(THINGS))('a line about the school names it by its kind: %s', (note) => {
  const line = { action: 'added', about: 'school', note } as const;
  for (const language of ['en', 'de', 'fr'] as const)
    withLanguage(language, () => {
      const kind = kindOf({ ...LINE, ...line }).toLowerCase();
      expect(read(line).toLowerCase()).toContain(kind);
    });
});

test.each<[Line, string]>([
  [{ action: 'added', about: 'school', note: 'term' }, 'Term'],
  [{ action: 'deleted', about: 'school', note: 'closing days' }, 'Closing days'],
  [{ action: 'updated', about: 'school', note: 'tagline' }, 'School'],
  [{ action: 'imported', about: 'school', note: '4' }, 'Import'],
  [{ action: 'lesson-room', about: 'lesson' }, 'Lesson'],
  [{ action: 'guardian-asked', about: 'family' }, 'Invitation'],
  [{ action: 'guardian-ended', about: 'family' }, 'Guardian'],
  [{ action: 'updated', about: 'family', note: 'phone' }, 'Family'],
])('%# it says of what kind of thing it is', (line, kind) => {
  expect(kindOf({ ...LINE, ...line })).toBe(kind);
});
