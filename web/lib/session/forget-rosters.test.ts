import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRosters, ROSTERS } from './forget-rosters.ts';
import { keepRostersOf, noteRosters, rosterOwner } from './register-rosters.ts';
import { publishSession } from './session.ts';

const deleteDatabase = vi.fn();

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  localStorage.clear();
  deleteDatabase.mockClear();
  vi.stubGlobal('indexedDB', { deleteDatabase });
});

test('rosters go with the sign-in, and with another account', () => {
  for (const end of [() => publishSession({ state: 'signed-out' }), () => keepRostersOf('other')]) {
    noteRosters('me', Date.now() + 1000);
    end();
    expect(rosterOwner()).toBeUndefined();
    expect(deleteDatabase).toHaveBeenLastCalledWith(ROSTERS);
  }
  expect(deleteDatabase).toHaveBeenCalledTimes(2);
});

test('those of the account that is here stay until they are too old', () => {
  noteRosters('me', Date.now() + 1000);
  keepRostersOf('me');
  expect(rosterOwner()).toBe('me');
  noteRosters('me', Date.now() - 1);
  keepRostersOf('me');
  expect(rosterOwner()).toBeUndefined();
  expect(deleteDatabase).toHaveBeenCalledTimes(1);
});

test('a browser that keeps none opens no database', () => {
  forgetRosters();
  expect(deleteDatabase).not.toHaveBeenCalled();
});
