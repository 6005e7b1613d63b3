import type { FeatureRows } from '#server/features/feature.ts';

export const roomRows = { rooms: { recovery: { stays: 'Rooms are the school’s.' } } } satisfies FeatureRows;
