import { expect, test } from 'vitest';
import { rankTeachers } from './rank-teachers.ts';

const teacher = (name: string, known: number, ...teaches: string[]) => ({
  name,
  known,
  teaches,
  instruments: [] as string[],
});
const order = (classname: string, ...candidates: ReturnType<typeof teacher>[]) =>
  rankTeachers(candidates, { classname, instruments: ['viola'] }).map(({ name }) => name);

test('who teaches what is called alike comes first, then whom the learners know, then by name', () => {
  expect(
    order(
      'Violin for beginners',
      teacher('Cara', 0, 'Drums for all'),
      teacher('Bela', 2, 'Recorder'),
      teacher('Dora', 0, 'VIOLIN, level 2'),
      teacher('Anna', 0),
      teacher('Emil', 1, 'Violin ensemble'),
    ),
  ).toEqual(['Emil', 'Dora', 'Bela', 'Anna', 'Cara']);
});

test('a short word that both names have says nothing', () => {
  expect(order('Jazz for all', teacher('Anna', 1, 'Choir'), teacher('Bela', 0, 'Drums for all'))).toEqual([
    'Anna',
    'Bela',
  ]);
});

test('who teaches the instrument comes before who teaches what is called alike', () => {
  const violist = { ...teacher('Zoe', 0, 'Strings'), instruments: ['viola'] };
  expect(order('Viola one to one', teacher('Anna', 3, 'Viola ensemble'), violist)).toEqual(['Zoe', 'Anna']);
});
