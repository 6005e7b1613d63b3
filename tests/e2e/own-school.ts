import { endSchool, type RunningSchool, test as shared, startSchool } from './fixtures.ts';

/**
 * For journeys that change what the school says of itself: on a school of their own, which no other journey
 * sees.
 */
export const test = shared.extend<object, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const school = await startSchool();
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
});
