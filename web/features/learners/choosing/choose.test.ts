import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { chooseForFamily } from './choose.ts';

afterEach(() => vi.restoreAllMocks());

const wish = {
  way: 'wait' as const,
  classid: 'c1',
  classname: 'Lute',
  email: 'ana@school.example',
  learners: ['Mia', 'Tom', 'Zoe'].map((name) => ({ _id: name, name })),
};

/** A waiting list that lets everybody in but these; gives who has asked. */
function refuse(...names: string[]) {
  const asked: unknown[] = [];
  vi.spyOn(apiOf(waitlistCalls), 'joinWaitlist').mockImplementation((async ({
    body,
  }: {
    body: { learnerid: string };
  }) => {
    asked.push(body.learnerid);
    if (names.includes(body.learnerid))
      throw new ApiError({
        status: 409,
        code: 'age-outside',
        detail: 'This class is for a different age group.',
      });
  }) as never);
  return asked;
}

test('who waits alone each is told who has joined before somebody could not', async () => {
  const asked = refuse('Zoe');
  expect(await chooseForFamily(wish)).toMatchObject({
    isDone: false,
    problem: 'On the waiting list: Mia and Tom. Not Zoe: This class is for a different age group.',
    refusal: { code: 'age-outside' },
  });
  expect(asked).toEqual(['Mia', 'Tom', 'Zoe']);
});

test('nobody is said to have joined where the first could not', async () => {
  const asked = refuse('Mia');
  expect(await chooseForFamily(wish)).toMatchObject({ problem: 'This class is for a different age group.' });
  expect(asked).toEqual(['Mia']);
});
