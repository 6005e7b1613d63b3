import { expect, test } from 'vitest';
import { trustOf, trustsUnix } from './proxies.ts';

test('who connects at a Unix socket is trusted where the list says so, beside the addresses in it', () => {
  const both = trustOf('unix, 10.0.0.0/8');
  if (typeof both !== 'function') throw new Error('It is no function.');
  expect([undefined, '10.1.2.3', '203.0.113.9'].map((address) => both(address, 0))).toEqual([
    true,
    true,
    false,
  ]);
  const alone = trustOf('unix');
  if (typeof alone !== 'function') throw new Error('It is no function.');
  expect([undefined, '127.0.0.1'].map((address) => alone(address, 0))).toEqual([true, false]);
});

test('a list without it is what the framework takes', () => {
  expect([trustOf('127.0.0.1'), trustOf(false)]).toEqual(['127.0.0.1', false]);
  expect(['unix', '::1,unix', '127.0.0.1', false].map((list) => trustsUnix(list as string))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
