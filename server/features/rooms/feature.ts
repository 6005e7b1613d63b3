import type { Feature } from '#server/features/feature.ts';
import { type RoomOptions, roomRoutes } from './routes.ts';

export const roomFeature = (options: RoomOptions): Feature => ({
  recovery: { rooms: { stays: 'Rooms are the school’s.' } },
  routes: (app) => roomRoutes(app, options),
});
