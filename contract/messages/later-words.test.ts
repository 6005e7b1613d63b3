import { expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { type Due, laterWords } from './later-words.ts';

const due: Due = { priceunit: 'term', duetext: null, lessons: 12 };

test.each([
  ['en', '$48 per term of 12 lessons', '$48 per month, due on the 1st', '$48 for the whole course'],
  [
    'de',
    '$48 pro Unterrichtszeitraum mit 12 Stunden',
    '$48 pro Monat, due on the 1st',
    '$48 für den ganzen Kurs',
  ],
  ['fr', '$48 par période de 12 séances', '$48 par mois, due on the 1st', '$48 pour tout le cours'],
] as const)('a sum that is paid later says in %s what it is for and when it is due', (language, ...words) => {
  withLanguage(language, () => {
    expect([
      laterWords('$48', due),
      laterWords('$48', { priceunit: 'month', duetext: 'due on the 1st.', lessons: 12 }),
      laterWords('$48', { ...due, priceunit: 'course', lessons: 1 }),
    ]).toEqual(words);
    expect(laterWords('$48', { ...due, priceunit: null })).toBe('$48');
  });
});
