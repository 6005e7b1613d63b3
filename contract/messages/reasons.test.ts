import { expect, test } from 'vitest';
import { t, withLanguage } from '#languages/t.ts';
import { CLASS_NOT_OFFERED, lessonReasonWords } from './lesson-reasons.ts';
import { REASONS, reasonWords } from './reasons.ts';

test.each(['en', 'de', 'fr'] as const)('what the school gives as a reason is said in %s', (language) => {
  withLanguage(language, () => {
    for (const [kept, id] of REASONS) expect(reasonWords(kept)).toBe(t(id));
    expect(lessonReasonWords(CLASS_NOT_OFFERED)).toBe(t('orders.class_not_offered'));
  });
});

test('in English a reason reads as its row keeps it', () => {
  for (const [kept] of REASONS) expect(reasonWords(kept)).toBe(kept);
});

test('what a person wrote stays as it is', () => {
  withLanguage('de', () => {
    expect(reasonWords('Sibling discount')).toBe('Sibling discount');
    expect(lessonReasonWords('Autumn break')).toBe('Autumn break');
    expect(reasonWords(CLASS_NOT_OFFERED)).toBe('Der Kurs wird nicht mehr angeboten.');
  });
});
