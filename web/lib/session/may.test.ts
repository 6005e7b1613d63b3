import { expect, test } from 'vitest';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { weekCalls } from '#contract/weeks/calls.ts';
import { mayCall } from './may.ts';

const call = (access: Parameters<typeof mayCall>[1]['config']['access']) => ({
  method: 'GET' as const,
  url: '/',
  config: { access },
});

test('what a role may do is what the contract says of a call', () => {
  expect(mayCall('admin', userOfficeCalls.makeAdmin)).toBe(true);
  expect(mayCall('office', userOfficeCalls.makeAdmin)).toBe(false);
  expect(mayCall('office', userOfficeCalls.searchUsers)).toBe(true);
  expect(mayCall('student', weekCalls.readWeek)).toBe(true);
  expect(mayCall(undefined, weekCalls.readWeek)).toBe(false);
});

test('a call for everyone is a visitor’s too; one for one’s own rows alone is not for any', () => {
  expect(mayCall(undefined, call('everyone'))).toBe(true);
  expect(mayCall('admin', call('identity'))).toBe(false);
  expect(mayCall('instructor', call({ instructor: { self: 'class' }, admin: 'any' }))).toBe(false);
});
