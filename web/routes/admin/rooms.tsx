import { roomCalls } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { roomChanges } from '#web/features/rooms/changes.ts';
import { RoomList } from '#web/features/rooms/room-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/rooms';

const api = apiOf(roomCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('rooms.rooms')), NOT_INDEXED];

export const clientLoader = () => api.listRooms();

export const clientAction = actionOf(roomChanges);

export default function Rooms({ loaderData: rooms }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('rooms.rooms')} lead={t('rooms.lead')} />
      <RoomList rooms={rooms} />
    </>
  );
}
