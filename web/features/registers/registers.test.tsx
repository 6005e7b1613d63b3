import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WaitingMark } from './kept.ts';
import { publish, useRegisters } from './registers.ts';

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
