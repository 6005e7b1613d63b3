import { endSchool, type RunningSchool, test as shared, startSchool } from './fixtures.ts';

/** For journeys on a school that no other file's journeys see, started with variables of its own. */
export const onOwnSchool = (env: Record<string, string> = {}) =>
  shared.extend<object, { school: RunningSchool }>({
    school: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
      async ({}, use) => {
        const school = await startSchool(env);
        await use(school);
        await endSchool(school);
      },
      { scope: 'worker' },
    ],
  });

/** For journeys that change what the school says of itself: they share one. */
export const test = onOwnSchool();
