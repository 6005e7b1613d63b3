import { expect, test } from 'vitest';
import { passwordHasher } from './passwords.ts';

/** Hashing in steps that the test takes: `started` are at work, `finish` ends the oldest of them. */
function steppedHasher() {
  const started: { password: string; finish: () => void }[] = [];
  let hashed = 0;
  const passwords = passwordHasher((_algorithm, { message }) => {
    hashed += 1;
    return new Promise((resolve) => {
      const finish = () => resolve(Buffer.alloc(32));
      started.push({ password: String(message), finish });
    });
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    passwords,
    atWork: async () => {
      await settled();
      return started.map(({ password }) => password);
    },
    finish: async () => {
      started.shift()?.finish();
      await settled();
    },
    hashed: () => hashed,
  };
}

test('new passwords leave one of the two places to those who sign in', async () => {
  const { passwords, atWork, finish } = steppedHasher();
  for (const name of ['a', 'b', 'c']) void passwords.hash(`new-${name}`, name);
  expect(await atWork()).toEqual(['new-a']);
  void passwords.verify(null, 'sign-in-1');
  void passwords.verify(null, 'sign-in-2');
  expect(await atWork()).toEqual(['new-a', 'sign-in-1']);
  // Only the one new password that is at work stands before the next who signs in.
  await finish();
  expect(await atWork()).toEqual(['sign-in-1', 'sign-in-2']);
});

test('of one account one password is hashed at a time, so that others come in between', async () => {
  const { passwords, atWork, finish } = steppedHasher();
  for (let i = 0; i < 20; i++) void passwords.hash(`greedy-${i}`, 'greedy');
  await atWork();
  void passwords.hash('modest', 'modest');
  expect(await atWork()).toEqual(['greedy-0']);
  await finish();
  expect(await atWork()).toEqual(['modest']);
});

test('who lost meanwhile is told so before anything is hashed', async () => {
  const { passwords, finish, hashed, atWork } = steppedHasher();
  const lost = async () => {
    throw new Error('lost');
  };
  const first = passwords.hash('first', 'ana');
  const second = expect(passwords.hash('second', 'ana', lost)).rejects.toThrow('lost');
  await atWork();
  await finish();
  await Promise.all([first, second]);
  expect(hashed()).toBe(1);
});

test('more new passwords than can wait are refused, and those who sign in are not', async () => {
  const { passwords, atWork } = steppedHasher();
  const refused: string[] = [];
  for (let i = 0; i < 52; i++) {
    passwords.hash(`new-${i}`, `person-${i}`).catch((error: Error) => refused.push(error.message));
  }
  await atWork();
  expect(refused).toEqual(['UNAVAILABLE']);
  void passwords.verify(null, 'sign-in');
  expect(await atWork()).toEqual(['new-0', 'sign-in']);
});

test('who is known goes before all that wait, however many they are', async () => {
  const { passwords, atWork, finish } = steppedHasher();
  for (let i = 0; i < 100; i++) void passwords.verify(null, `stranger-${i}`);
  void passwords.verify(null, 'known', { first: true });
  await finish();
  expect(await atWork()).toEqual(['stranger-1', 'known']);
});
