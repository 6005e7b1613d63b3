import type { Db } from '#server/database/schema.ts';
import { type Family, type FeatureRows, namesOf } from '#server/features/feature.ts';
import { practisedMerging } from './merge-practised.ts';
import { deleteGivenAlone, deletePractisedOf, findFilesOf, findGiven, findPractised } from './queries.ts';

/** More lessons than a learner has in many years. */
const EVERY = 10_000;

/** Everything that learners were given in lessons. */
async function exportGiven(db: Db, family: Pick<Family, 'learners'>) {
  const materials = [];
  for (const [learnerid, learnername] of namesOf(family)) {
    const lessons = await findGiven(db, { learnerid, limit: EVERY });
    const files = Map.groupBy(
      await findFilesOf(
        db,
        lessons.map(({ _id }) => _id),
      ),
      ({ lessonid }) => lessonid,
    );
    for (const { _id, classname, day, markdown } of lessons) {
      const named = (files.get(_id) ?? []).map(({ name, bytes }) => ({ name, bytes }));
      materials.push({ learnerid, learnername, classname, day, markdown, files: named });
    }
  }
  return materials;
}

const GIVEN_TO_CLASSES = { stays: 'Teachers and admins see, change and delete what is given.' };

/** What teachers give in lessons, and the days on which learners practised. */
export const materialRows = {
  lessonnotes: {
    export: async (db, family) => ({ materials: await exportGiven(db, family) }),
    /** What was given to a class stays the class's. */
    eraseLearner: (tx, learnerid) => deleteGivenAlone(tx, learnerid),
    example: ({ now, id }) => [
      { lessonid: id('lesson'), markdown: 'Bars *9 to 16*.', version: 1, changedat: now },
    ],
    recovery: GIVEN_TO_CLASSES,
  },
  lessonfiles: {
    export: { none: 'They are listed with the notes of their lessons.' },
    example: ({ now, id, classid }) => [
      {
        _id: id('file'),
        lessonid: id('lesson'),
        classid,
        name: 'Etude.pdf',
        kind: 'pdf',
        bytes: 1000,
        createdat: now,
      },
    ],
    recovery: GIVEN_TO_CLASSES,
  },
  practised: {
    columns: {
      learnerid: {
        learner: { merging: practisedMerging },
        inUse: { goes: 'It says something of the learner alone.' },
      },
    },
    async export(db, family) {
      const names = namesOf(family);
      const days = await findPractised(db, { learnerids: [...names.keys()], from: '' });
      return {
        practised: days.map(({ learnerid, day }) => ({
          learnerid,
          learnername: names.get(learnerid) ?? '',
          day,
        })),
      };
    },
    eraseLearner: (tx, learnerid) => deletePractisedOf(tx, learnerid),
    example: ({ now, learnerid }) => [{ learnerid, day: '2027-01-06', createdat: now }],
    recovery: { stays: 'The family sees each day and can take it back.' },
  },
} satisfies FeatureRows;
