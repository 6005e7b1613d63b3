import type { PersonRows } from '#server/features/feature.ts';
import { selectionMerging } from './merge-selections.ts';

export const selectionPersonRows: PersonRows = {
  selections: {
    learnerid: {
      learner: { merging: selectionMerging, place: true },
      inUse: { says: 'A class is chosen.' },
    },
  },
};
