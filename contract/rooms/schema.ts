import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import {
  ById,
  Deleted,
  DryQuery,
  Id,
  Inserted,
  Seen,
  SeenOnly,
  Updated,
} from '#contract/primitives.schema.ts';
import { roomCalls } from './calls.ts';
import { RoomDraft } from './form.ts';

export const Room = z
  .object({
    _id: Id,
    name: z.string(),
    /** How many learners it takes. */
    places: z.int(),
    /** The building that it is in, and what that is called; null where none is named. */
    siteid: Id.nullable(),
    site: z.string().nullable(),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Room' });

/** A class because of which a room cannot be changed or removed. */
const ClassInRoom = z.object({
  classid: Id,
  classname: z.string(),
  /** All of its seats, taken or not. */
  seats: z.int(),
  /** Still to be held in the room. */
  lessons: z.int(),
});

export const roomEndpoints = withSchemas(roomCalls, {
  listRooms: {
    summary: 'The rooms that are in use, by name.',
    response: { 200: z.array(Room) },
  },
  addRoom: {
    summary: 'Adds a room.',
    refusals: ['room-name-taken', 'site-not-found'],
    querystring: DryQuery,
    body: RoomDraft,
    response: { 200: Inserted.partial() },
  },
  updateRoom: {
    summary:
      'Changes a room. Fewer places than a class has seats that is still to meet there, or is planned to, are refused; `dry` names these classes.',
    refusals: ['room-not-found', 'site-not-found', 'changed-meanwhile', 'room-name-taken', 'room-too-small'],
    params: ById,
    querystring: DryQuery,
    body: z.intersection(RoomDraft, Seen),
    response: { 200: Updated.extend({ toosmallfor: z.array(ClassInRoom) }) },
  },
  deleteRoom: {
    summary:
      'Takes a room out of use; lessons that were held there still name it. Refused while lessons are still to be held there, or a plan that is not over has it; `dry` names the classes.',
    refusals: ['room-not-found', 'changed-meanwhile', 'room-in-use'],
    params: ById,
    querystring: DryQuery,
    body: SeenOnly,
    response: { 200: Deleted.extend({ usedby: z.array(ClassInRoom) }) },
  },
});
