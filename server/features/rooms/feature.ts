import type { Feature } from '#server/features/feature.ts';
import { type RoomOptions, roomRoutes } from './routes.ts';

export const roomFeature = (options: RoomOptions): Feature => ({
  routes: (app) => roomRoutes(app, options),
});
