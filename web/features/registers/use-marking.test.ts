import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { Register } from '#contract/registers/calls.ts';
import type { SignedInUser } from '#contract/users/calls.ts';
import '#web/lib/session/session.test-support.ts';
import { publishSession } from '#web/lib/session/session.ts';
import { useMarking } from './use-marking.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the office’s mark that corrects another is the later, though the clock of the device was put back', async () => {
  window.cadenza = inject('clientConfig');
  publishSession({ state: 'signed-in', user: { _id: 'office', role: 'office' } as SignedInUser });
  const rows = [{ learnerid: 'student', state: null, markedat: null }];
  const sent: { state: string; markedat: string }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    const [mark] = JSON.parse(String(init?.body)).marks;
    sent.push(mark);
    return Response.json({ servertime: mark.markedat, rows: [{ ...rows[0], ...mark }], older: [] });
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T16:01:00Z') });
  const register = { lesson: { _id: 'lesson' }, rows } as Register;
  const { result } = renderHook(() => useMarking(register, 0));
  await act(async () => result.current.mark(['student'], 'absent'));
  vi.setSystemTime(Date.parse('2026-11-27T16:00:58Z'));
  await act(async () => result.current.mark(['student'], 'late'));
  expect(sent.map(({ state, markedat }) => [state, markedat])).toEqual([
    ['absent', '2026-11-27T16:01:00.000Z'],
    ['late', '2026-11-27T16:01:00.001Z'],
  ]);
});
