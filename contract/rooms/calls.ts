import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** A room that lessons are held in. */
export type Room = z.input<typeof schema.Room>;
export type RoomDraft = z.input<typeof form.RoomDraft>;

export const ROOM_NAME_MAX = 60;
/** As many as the seats that a class may have. */
export const PLACES_MAX = 1000;

const admins = { admin: 'any' } as const;
/** Cards and pages of classes name the room, too. */
const changes = ['classes', 'timetable'] as const;

export const roomCalls = {
  listRooms: { method: 'GET', url: '/rooms', config: { access: 'everyone', shows: 'timetable' } },
  addRoom: { method: 'POST', url: '/rooms', config: { access: admins, changes } },
  updateRoom: { method: 'PUT', url: '/rooms/:id', config: { access: admins, changes } },
  deleteRoom: { method: 'DELETE', url: '/rooms/:id', config: { access: admins, changes } },
} as const satisfies Calls;
