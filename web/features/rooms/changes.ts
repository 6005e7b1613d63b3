import { type RoomDraft, roomCalls } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(roomCalls);

const really = { querystring: {} };

/** What admins change of rooms. What is wrong with what was typed is said beside it. */
export const roomChanges = {
  addRoom: (body: RoomDraft) => attempt(api.addRoom({ body, ...really }), () => t('rooms.added')),
  updateRoom: ({ id, ...body }: { id: string; version: number } & RoomDraft) =>
    attempt(api.updateRoom({ params: { id }, body, ...really }), () => t('common.saved')),
  deleteRoom: ({ version, ...params }: { id: string; version: number }) =>
    announce(api.deleteRoom({ params, body: { version }, ...really }), { done: t('rooms.deleted') }),
};
