import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { roomEndpoints } from '#contract/rooms/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addRoom, deleteRoom, updateRoom } from './change-room.ts';
import { findRooms } from './queries.ts';

export type RoomOptions = { db: Db; now: () => number };

export const roomRoutes: FastifyPluginAsyncZod<RoomOptions> = async (app, { db, now }) => {
  app.route({ ...roomEndpoints.listRooms, handler: () => findRooms(db) });

  app.route({
    ...roomEndpoints.addRoom,
    handler: ({ body, query, user }) =>
      addRoom(db, body, { actor: user, now: now(), isDry: query.dry === '1' }),
  });

  app.route({
    ...roomEndpoints.updateRoom,
    handler: ({ params, body, query, user }) =>
      updateRoom(db, body, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' }),
  });

  app.route({
    ...roomEndpoints.deleteRoom,
    handler: ({ params, query, body, user }) =>
      deleteRoom(db, body, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' }),
  });
};
