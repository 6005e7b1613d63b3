import { expect, test } from 'vitest';
import { findFault, findFaults } from '#contract/fields.form.ts';
import { NAME_MAX } from './calls.ts';
import { NewPassword, Password, Profile } from './form.ts';

const EMAIL = 'ana@example.com';

test.each([
  ['', 'Practice!1', 'Practice!1', "Password or email can't be empty"],
  [EMAIL, '', '', "Password or email can't be empty"],
  [EMAIL, 'Practice!1', 'Practice!2', "Password Doesn't Match"],
  [EMAIL, 'practice!1', 'practice!1', 'Missing Capital letter'],
  [EMAIL, 'Practice1', 'Practice1', 'Missing Special Character'],
  [EMAIL, 'Pr!1a', 'Pr!1a', 'Password Must be more than 6'],
  [EMAIL, 'Pr!1ac', 'Pr!1ac', undefined],
])('registration with %j, %j, %j says %j', (email, password, confirm, fault) => {
  expect(findFault(NewPassword, { email, password, confirm })).toBe(fault);
});

test.each([
  ['', 'a', 'b', "Password or email can't be empty"],
  [EMAIL, 'a', 'b', "Password Doesn't Match"],
  [EMAIL, 'a', 'a', 'Missing Capital letter'],
  [EMAIL, 'A', 'A', 'Missing Special Character'],
  [EMAIL, 'A!', 'A!', 'Password Must be more than 6'],
])('of several faults the first in order shows: %j, %j, %j', (email, password, confirm, fault) => {
  expect(findFault(NewPassword, { email, password, confirm })).toBe(fault);
  expect(NewPassword.safeParse({ email, password, confirm }).error?.issues).toHaveLength(1);
});

test('a password of its own is checked by the last three', () => {
  expect(findFault(Password, '')).toBe('Missing Capital letter');
  expect(findFault(Password, 'Pr!1a')).toBe('Password Must be more than 6');
  expect(findFault(Password, 'Pr!1ac')).toBeUndefined();
});

test('a profile has a name of one line, with a limit', () => {
  const faultsOf = (name: string) => findFaults(Profile, { name });
  expect(faultsOf('  ')).toEqual({ name: 'Enter your name.' });
  expect(faultsOf('x')).toEqual({});
  expect(faultsOf('x'.repeat(NAME_MAX))).toEqual({});
  expect(faultsOf('x'.repeat(NAME_MAX + 1))).toEqual({ name: 'Use at most 120 characters.' });
  expect(faultsOf('Ana\u202eAdmin')).toEqual({ name: 'Contains characters that cannot be shown.' });
});
