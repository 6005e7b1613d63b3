import { expect, test } from 'vitest';
import { findRegistrationFault } from './users.ts';

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
  expect(findRegistrationFault(email, password, confirm)).toBe(fault);
});

test.each([
  ['', 'a', 'b', "Password or email can't be empty"],
  [EMAIL, 'a', 'b', "Password Doesn't Match"],
  [EMAIL, 'a', 'a', 'Missing Capital letter'],
  [EMAIL, 'A', 'A', 'Missing Special Character'],
  [EMAIL, 'A!', 'A!', 'Password Must be more than 6'],
])('of several faults the first in order shows: %j, %j, %j', (email, password, confirm, fault) => {
  expect(findRegistrationFault(email, password, confirm)).toBe(fault);
});
