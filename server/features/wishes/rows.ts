import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import { timesOf } from './hours.ts';
import { deleteWishesOf, findAllWishesOf, findHours } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

export const wishRows = {
  wishes: {
    columns: { learnerid: { learner: 'moves', inUse: { goes: 'A wish was promised nothing.' } } },
    async export(db, family) {
      const names = namesOf(family);
      const wishes = await findAllWishesOf(db, [...names.keys()]);
      const hours = await findHours(
        db,
        wishes.map(({ _id }) => _id),
      );
      return {
        wishes: wishes.map((one) => ({
          ...one,
          learnername: names.get(one.learnerid) ?? '',
          hours: timesOf(hours.get(one._id) ?? []),
        })),
      };
    },
    eraseLearner: (tx, learnerid) => deleteWishesOf(tx, learnerid),
    example: ({ now, id, learnerid }) => [
      {
        _id: id('wish'),
        learnerid,
        instrumentid: id('instrument'),
        level: 'Beginner',
        group: null,
        createdat: now,
        endsat: now + DAY_MS,
      },
    ],
    recovery: {
      stays: 'A wish is seen on the page of what is selected, binds to nothing, and can be ended.',
    },
  },
  wishhours: {
    export: { none: 'They stand with the wish in the file.' },
    example: ({ id }) => [{ wishid: id('wish'), weekday: 2, hour: 16 }],
    recovery: { stays: 'They go with the wish.' },
  },
} satisfies FeatureRows;
