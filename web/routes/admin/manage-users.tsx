import { useState } from 'react';
import { useFetchers, useSearchParams, useSubmit } from 'react-router';
import type { Sort } from '#contract/pages.ts';
import { ROLES, type Role, type USER_COLUMNS, type User } from '#contract/users.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
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
import { refreshUser, signedInUser, useSession } from '#web/lib/session.ts';
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
  const body = { was: form.get('was') as Role };
  const outcome = await announce(CHANGES[form.get('role') as Role]({ params, body }), {
    done: 'Role Updated',
  });
  // Whoever changed their own role goes where it leads before anything here is asked for again.
  if (outcome.isDone && params.id === signedInUser()._id) await refreshUser();
  return outcome;
}

const CHANGES = { admin: api.makeAdmin, instructor: api.makeInstructor, student: api.makeStudent };

/** A role that somebody is about to be given. */
type Gift = { user: User; role: Role };

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const submit = useSubmit();
  const [parameters] = useSearchParams();
  const rows = useExpected(loaderData.items);
  // Shown in the very moment of the click: the second of a double click finds its button disabled.
  const give = ({ user: { _id: id, role: was }, role }: Gift) =>
    submit({ id, role, was }, { method: 'post', navigate: false, fetcherKey: `user-${id}`, flushSync: true });
  const [asked, setAsked] = useState<Gift>();
  // Admin rights are neither given nor ended by a slip.
  const onGive = (gift: Gift) =>
    gift.role === 'admin' || gift.user.role === 'admin' ? setAsked(gift) : void give(gift);
  const columns: Column<User>[] = [
    {
      heading: 'Name',
      sort: 'name',
      cell: ({ name, photoURL }) => (
        <span className="flex items-center gap-3 text-start font-semibold">
          <PersonAvatar name={name} photoURL={photoURL} size={36} />
          <span className="wrap-anywhere">{name}</span>
        </span>
      ),
    },
    { heading: 'Email', sort: 'email', card: 'plain', cell: ({ email }) => <EmailAddress email={email} /> },
    {
      heading: 'Role',
      sort: 'role',
      card: 'plain',
      cell: (user) => (
        <span className="inline-flex items-center gap-x-3 gap-y-1 @3xl:flex-col @3xl:items-start">
          <span className={`badge font-semibold ${TONES[user.role]}`}>{user.role}</span>
          {user.role !== 'student' && (
            <button
              type="button"
              className="link whitespace-nowrap text-quiet text-sm"
              aria-label={`Make Student: ${user.name}`}
              onClick={() => onGive({ user, role: 'student' })}
            >
              Make Student
            </button>
          )}
        </span>
      ),
    },
    {
      heading: 'Make Admin',
      card: 'plain',
      cell: (user) => <GiveRole user={user} gives="admin" label="Make Admin" onGive={onGive} />,
    },
    {
      heading: 'Make Instructor',
      card: 'plain',
      cell: (user) => <GiveRole user={user} gives="instructor" label="Make Instructor" onGive={onGive} />,
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
        sorts={SORTS}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence="No users match your search." />
      ) : (
        <DataTable
          caption="Users"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          sorted={parameters.get('sort') ?? 'name'}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
      {asked && (
        <AdminRights
          {...asked}
          onConfirm={async () => void give(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const SORTS = {
  '': 'By name',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  role: 'Role, admins first',
  '-role': 'Role, students first',
} satisfies Partial<Record<Sort<(typeof USER_COLUMNS)[number]> | '', string>>;

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
  onGive: (gift: Gift) => void;
}) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm whitespace-nowrap"
      disabled={user.role === gives}
      aria-label={`${label}: ${user.name}`}
      onClick={() => onGive({ user, role: gives })}
    >
      {label}
    </button>
  );
}

/** Asks before somebody gets or loses the rights of an admin. */
function AdminRights({
  user,
  role,
  ...dialog
}: Gift & { onConfirm: () => Promise<void>; onClose: () => void }) {
  const session = useSession();
  const isSelf = session.state === 'signed-in' && session.user._id === user._id;
  const article = role === 'student' ? 'a student' : `an ${role}`;
  if (role === 'admin') {
    return (
      <ConfirmDialog
        title={`Make ${user.name} an admin?`}
        confirmLabel="Make Admin"
        cancelLabel="Cancel"
        {...dialog}
      >
        <p>Admins decide on classes, give and take roles, and see every person and payment of the school.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={isSelf ? 'End your own admin rights?' : `End the admin rights of ${user.name}?`}
      confirmLabel={isSelf ? 'End my admin rights' : 'End admin rights'}
      cancelLabel="Cancel"
      {...dialog}
    >
      <p>
        {isSelf
          ? `You become ${article} and leave the admin area at once. Only another admin can make you one again.`
          : `${user.name} becomes ${article} and leaves the admin area at once.`}
      </p>
    </ConfirmDialog>
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
