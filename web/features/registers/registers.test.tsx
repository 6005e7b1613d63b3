import { act, render, screen } from '@testing-library/react';
import { expect, inject, test } from 'vitest';
import type { Register } from '#contract/registers/calls.ts';
import type { WaitingMark } from './kept.ts';
import { knownRegisters, mark, publish, useRegisters } from './registers.ts';

const MARK: WaitingMark = {
  id: 'one',
  userid: 'teacher',
  lessonid: 'lesson',
  learnerid: 'student',
  state: 'present',
  markedat: 0,
};

test('a part of the page renders anew where what it shows has changed, and only there', () => {
  let renders = 0;
  function Part() {
    renders += 1;
    return <p>{useRegisters(({ marks }) => marks.length)} wait</p>;
  }
  render(<Part />);
  act(() => publish({ sending: 'sending' }));
  expect(renders).toBe(1);
  act(() => publish({ marks: [MARK] }));
  expect(renders).toBe(2);
  expect(screen.getByText('1 wait')).toBeDefined();
});

test('a mark that corrects another is the later, though a slow answer came between them', async () => {
  window.cadenza = inject('clientConfig');
  const holder = { id: 'holder', userid: 'teacher', name: 'Clara', photoURL: null } as const;
  const register = {
    lesson: { _id: 'lesson' },
    rows: [{ learnerid: 'student', markedat: null }],
  } as Register;
  publish({ holder: { ...holder, behind: 0 }, registers: new Map([['lesson', register]]), marks: [] });
  const first = mark('lesson', ['student'], { state: 'absent' });
  publish({ holder: { ...holder, behind: -2000 } });
  await Promise.all([first, mark('lesson', ['student'], { state: 'late' })]);
  const [absent, late] = knownRegisters().marks;
  expect([absent?.state, late?.state]).toEqual(['absent', 'late']);
  expect(late?.markedat).toBe(Number(absent?.markedat) + 1);
});
