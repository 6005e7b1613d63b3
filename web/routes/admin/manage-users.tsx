import { useFetchers, useSubmit } from 'react-router';
import { ROLES, type Role, type User } from '#contract/users.ts';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { EmailAddress } from '#web/components/email-address.tsx';
import { Empty } from '#web/components/empty.tsx';
import { ListFilter } from '#web/components/list-filter.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { PersonAvatar } from '#web/components/person-avatar.tsx';
import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/outcome.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/manage-users';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';
export { shouldRevalidate } from '#web/lib/outcome.ts';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Manage Users'), NOT_INDEXED];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  return api.searchUsers({ querystring: Object.fromEntries(searchParams) });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const params = { id: String(form.get('id')) };
  const change = form.get('role') === 'admin' ? api.makeAdmin : api.makeInstructor;
  return announce(change({ params, body: {} }), { done: 'Role Updated' });
}

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const submit = useSubmit();
  const rows = useExpected(loaderData.items);
  // Shown in the very moment of the click: the second of a double click finds its button disabled.
  const give = (id: string, role: Role) =>
    submit({ id, role }, { method: 'post', navigate: false, fetcherKey: `user-${id}`, flushSync: true });
  const columns: Column<User>[] = [
    {
      heading: 'Name',
      cell: ({ name, photoURL }) => (
        <span className="flex items-center gap-3 text-start font-semibold">
          <PersonAvatar name={name} photoURL={photoURL} size={36} />
          <span className="wrap-anywhere">{name}</span>
        </span>
      ),
    },
    { heading: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
    {
      heading: 'Role',
      cell: ({ role }) => <span className={`badge font-semibold ${TONES[role]}`}>{role}</span>,
    },
    {
      heading: 'Make Admin',
      cell: (user) => <GiveRole user={user} gives="admin" label="Make Admin" onGive={give} />,
    },
    {
      heading: 'Make Instructor',
      cell: (user) => <GiveRole user={user} gives="instructor" label="Make Instructor" onGive={give} />,
    },
  ];
  return (
    <>
      <div className="mb-6">
        <PageHeading title="Manage Users" />
      </div>
      <ListFilter
        what="users"
        choice={{ name: 'role', label: 'Role', options: ROLES }}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence="Nobody fits this search." />
      ) : (
        <DataTable caption="Users" columns={columns} rows={rows} rowKey={({ _id }) => _id} />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
    </>
  );
}

const TONES: Record<Role, string> = {
  admin: 'badge-primary',
  instructor: 'badge-secondary',
  student: 'badge-outline border-[#8a8296]',
};

function GiveRole({
  user,
  gives,
  label,
  onGive,
}: {
  user: User;
  gives: Role;
  label: string;
  onGive: (id: string, role: Role) => void;
}) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm whitespace-nowrap"
      disabled={user.role === gives}
      aria-label={`${label}: ${user.name}`}
      onClick={() => onGive(user._id, gives)}
    >
      {label}
    </button>
  );
}

/** The users as they will be once what is on its way has arrived; when the server refuses, as they were. */
function useExpected(items: readonly User[]): User[] {
  const roles = new Map<string, Role>();
  const fetchers = useFetchers();
  for (const { formData } of fetchers) {
    if (formData) roles.set(String(formData.get('id')), formData.get('role') as Role);
  }
  return items.map((user) => ({ ...user, role: roles.get(user._id) ?? user.role }));
}
