import { expect, test } from 'vitest';
import { cancelWords } from './cancel-words.ts';

const rules = { cancelUntilHours: 48, cancelFrom: 'first-lesson', enrolmentPrice: 'class' } as const;
const plain = { meets: null };
const meeting = { meets: { plans: [], firstday: '2026-09-08', lastday: '2026-12-15', lessons: 12 } };

test('what is said of cancelling is what the school does', () => {
  expect(cancelWords(rules, [meeting])).toBe(
    'You can cancel up to 2 days after the first lesson. You are then refunded for the lessons that have not begun.',
  );
  // Without lessons, and with a flat fee, it is as it always was.
  const whole = 'You can cancel within 2 days after enrolling; the whole amount then goes back to your card.';
  expect(cancelWords(rules, [plain])).toBe(whole);
  expect(cancelWords({ ...rules, cancelFrom: 'enrolling', enrolmentPrice: 60 }, [meeting])).toBe(whole);
  expect(cancelWords(rules, [plain, meeting])).toContain(
    'after the first lesson. You are then refunded for its lessons',
  );
  expect(cancelWords({ ...rules, cancelUntilHours: 0 }, [meeting])).toContain('cannot be cancelled');
});
