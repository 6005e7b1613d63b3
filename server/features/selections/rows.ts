import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import { selectionMerging } from './merge-selections.ts';
import { deleteSelectionsOf, findSelectionsOf } from './queries.ts';

export const selectionRows = {
  selections: {
    columns: {
      learnerid: {
        learner: { merging: selectionMerging, place: true },
        inUse: { says: 'imports.in_use_class_chosen' },
      },
    },
    async export(db, family) {
      const names = namesOf(family);
      const selected = await findSelectionsOf(db, [...names.keys()]);
      return { selections: selected.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deleteSelectionsOf(tx, learnerid),
    example: ({ now, id, learnerid, nextclass }) => [
      { _id: id('selection'), learnerid, classid: nextclass, enrolled: 0, createdat: now },
    ],
    recovery: { stays: 'What is selected costs nothing and can be taken out.' },
  },
} satisfies FeatureRows;
