import { roomCalls } from '#contract/rooms/calls.ts';
import { siteCalls } from '#contract/sites/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { AwayButton } from '#web/features/away/away-button.tsx';
import { awayChanges } from '#web/features/away/changes.ts';
import { roomChanges } from '#web/features/rooms/changes.ts';
import { RoomList } from '#web/features/rooms/room-list.tsx';
import { siteChanges } from '#web/features/sites/changes.ts';
import { SiteList } from '#web/features/sites/site-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { roomName } from '#web/lib/formats/room-labels.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/rooms';

const api = apiOf(roomCalls, siteCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('rooms.rooms')), NOT_INDEXED];

export async function clientLoader() {
  const [rooms, sites] = await Promise.all([api.listRooms(), api.listSites()]);
  return { rooms, sites };
}

export const clientAction = actionOf({ ...roomChanges, ...siteChanges, ...awayChanges });

export default function Rooms({ loaderData: { rooms, sites } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('rooms.rooms')} lead={t('rooms.lead')} />
      <RoomList
        rooms={rooms}
        sites={sites}
        actions={(room) => <AwayButton away={{ kind: 'room', id: room._id, name: roomName(room) }} />}
      />
      <SiteList sites={sites} />
    </>
  );
}
