import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { unusedVariables } from './unused-variables.ts';

const now = {
  name: 'Reed & Bow',
  enrolmentPrice: 7550,
  currency: 'eur',
  cancelUntilHours: 24,
  cancelFrom: 'first-lesson' as const,
};

test('the start names each variable that says something else than the school does', () => {
  const config = readConfig({ SCHOOL_NAME: 'Cadenza', ENROLMENT_PRICE: '75.50', CURRENCY: 'usd' });
  expect(unusedVariables(config, now)).toEqual([
    'SCHOOL_NAME=Cadenza is no longer read: the school itself says Reed & Bow, and its admins change that. Take the variable out.',
    'CURRENCY=usd is no longer read: the school itself says eur, and its admins change that. Take the variable out.',
  ]);
});

test('it names none that the environment does not say, and none that says the same', () => {
  expect(unusedVariables(readConfig({}), now)).toEqual([]);
  const same = {
    SCHOOL_NAME: 'Reed & Bow',
    ENROLMENT_PRICE: '75.5',
    CURRENCY: 'EUR',
    CANCEL_UNTIL_HOURS: '24',
    CANCEL_FROM: 'first-lesson',
  };
  expect(unusedVariables(readConfig(same), now)).toEqual([]);
  expect(
    unusedVariables(readConfig({ ENROLMENT_PRICE: 'class' }), { ...now, enrolmentPrice: 'class' }),
  ).toEqual([]);
});
