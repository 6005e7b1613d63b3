import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { NEEDS } from '#tests/support/call-table.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * What calls answer visitors is kept by its address, and by the language too where a call says that it has words of
 * ours (`isWorded`): here each call is asked past what is kept, in each language of the demo school.
 */

const LANGUAGES = ['en', 'de', 'fr'];
type Name = keyof typeof endpoints;
const KEPT = (Object.entries(endpoints) as [Name, Call][]).filter(([, { config }]) => config.shows);

let school: TestSchool;
/** What a path may name. */
let names: string[];

beforeAll(async () => {
  school = await openTestSchool();
  await prepareSchool(school.config, school);
  await school.db
    .updateTable('school')
    .set({ languages: JSON.stringify(LANGUAGES) })
    .execute();
  const [admin, teacher, family] = [
    await school.signIn('admin'),
    await school.signIn('instructor'),
    await school.signIn('student'),
  ];
  // A child of whom no answer says how it is named, and a teacher who has left.
  const child = await addChildBy(family, { firstname: 'Mia', lastname: 'Sol' });
  const { _id: classid } = await school.addClass({ instructoremail: teacher.email });
  await school.addPost({ authorid: teacher.user._id });
  await admin.call('POST', '/enrolments', { learnerid: child, classid, pay: 'cash' });
  const evening = { name: 'Autumn recital', day: '2026-10-03', starttime: '18:00', public: true };
  const recital = (await admin.call('POST', '/recitals', evening)).body.insertedId;
  const pieces = [{ learnerids: [child], title: 'Gavotte', composer: 'Gossec', minutes: 3 }];
  await admin.call('PUT', `/recitals/${recital}/pieces`, { pieces });
  await admin.call('PUT', '/texts/terms', { markdown: 'Be kind.', version: 0 });
  const leaving = await school.signIn('instructor');
  await school.addClass({ instructoremail: leaving.email });
  await school.addPost({ authorid: leaving.user._id });
  await eraseAccount(school.db, school.erasing, { uid: leaving.claims.uid, now: school.clock.now });
  school.changed(['school', 'timetable', 'classes', 'instructors']);
  const ids = await Promise.all(
    (['classes', 'blogs', 'users', 'recitals', 'rooms'] as const).map((table) =>
      school.db.selectFrom(table).select('_id').execute(),
    ),
  );
  names = ['terms', ...ids.flat().map(({ _id }) => _id)];
});
afterAll(() => school.close());

/** Past what is kept, as a token that is none is never answered from it. */
const ask = (url: string, language: string) =>
  school.app.inject({
    url: `/api${url}`,
    headers: { authorization: 'Bearer none', 'accept-language': language },
  });

/** Every answer to a call, by what its path may name. */
async function answersTo(name: Name, { url }: Call, language: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const paths = url.includes(':') ? names.map((name) => url.replace(/:\w+/, name)) : [url];
  const query = NEEDS[name]?.query;
  for (const path of paths) {
    const { statusCode, body } = await ask(query ? `${path}?${query}` : path, language);
    if (statusCode === 200) answers.set(path, body);
  }
  return answers;
}

test.each(KEPT)('%s is worded alike in each language, unless it says that it is not', async (name, call) => {
  const [english, ...others] = await Promise.all(
    LANGUAGES.map((language) => answersTo(name, call, language)),
  );
  expect(english?.size).toBeGreaterThan(0);
  const isAlike = others.every(
    (answers) => JSON.stringify([...answers]) === JSON.stringify([...(english ?? [])]),
  );
  expect(isAlike).toBe(call.config.isWorded !== true);
});
