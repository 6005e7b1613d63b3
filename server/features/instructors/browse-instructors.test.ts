import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTRUCTORS_PER_PAGE } from '#contract/instructors/calls.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
const COUNT = 2 * INSTRUCTORS_PER_PAGE + 3;

beforeAll(async () => {
  school = await openTestSchool();
  for (let at = 0; at < COUNT; at++) {
    const { email } = await school.signIn('instructor');
    if (at % 2) await school.addClass({ instructoremail: email, enrolledstudents: at % 5 });
    if (at === 4) await school.addClass({ instructoremail: email, status: 'pending', enrolledstudents: 90 });
  }
});
afterAll(() => school.close());

type Instructor = { _id: string; name: string; classes: number; students: number };

const browse = async (query: string) => (await school.call('GET', `/instructor/page${query}`)).body;

test('the most attended come first, and pages show each once, forwards and back', async () => {
  const first = await browse('');
  const second = await browse(`?after=${first.next}`);
  const third = await browse(`?after=${second.next}`);
  const all: Instructor[] = [first, second, third].flatMap(({ items }) => items);
  expect(all).toHaveLength(COUNT);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(COUNT);
  expect(all).toEqual((await school.call('GET', '/instructor/all')).body);
  const students = all.map((one) => one.students);
  expect(students).toEqual(students.toSorted((one, other) => other - one));
  expect(students[0]).toBe(4);
  expect(all.filter(({ classes }) => classes > 0)).toHaveLength(Math.floor(COUNT / 2));
  expect(third.next).toBeNull();
  expect(await browse(`?before=${third.previous}`)).toEqual(second);
  expect(await browse(`?before=${second.previous}`)).toEqual(first);
});
