import type { FeatureRows } from '#server/features/feature.ts';

export const roomRows = {
  rooms: {
    example: ({ now, id }) => [
      {
        _id: id('room'),
        name: id('Room'),
        places: 4,
        siteid: null,
        retiredat: null,
        createdat: now,
      },
    ],
    export: { none: 'What a room is called names no one.' },
    recovery: { stays: 'Rooms are the school’s.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
