import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { findUser } from './queries.ts';
import { signInUser } from './sign-in-user.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

test('a language that is chosen during a sign-in stays, also where that brings another name', async () => {
  const { user, email } = await school.signIn('student');
  let isChosen = false;
  const chooseMeanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isChosen) return result;
      isChosen = true;
      const chosen = school.db.updateTable('users').set({ language: 'fr' });
      await chosen.where('_id', '=', user._id).execute();
      return result;
    },
  };
  const { uid = null } = (await findUser(school.db, user._id)) ?? {};
  const identity = {
    uid: uid ?? '',
    email,
    emailVerified: true,
    authTime: school.clock.now,
    name: 'Ana Anew',
  };
  const signedIn = await signInUser(school.db.withPlugin(chooseMeanwhile), {
    identity: identity as Parameters<typeof signInUser>[1]['identity'],
    profile: { email },
    adminEmail: undefined,
    changed: () => {},
    now: school.clock.now,
    rows: school.erasing.rows,
  });
  expect(signedIn).toMatchObject({ name: 'Ana Anew', language: 'fr' });
});
