import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Sort } from '#contract/pages.ts';
import { type ListedUser, ROLES, type Role, type USER_COLUMNS, userCalls } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { ListFilter } from '#web/components/list/list-filter.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { LeavesBadge } from '#web/components/people/leaves-badge.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';
import { useExpectedUsers, userChanges } from '#web/features/users/changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/manage-users';

const api = apiOf(userCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Manage Users'), NOT_INDEXED];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  return api.searchUsers({ querystring: Object.fromEntries(searchParams) });
}

export const clientAction = actionOf(userChanges);

const BUTTON = 'btn btn-outline btn-sm whitespace-nowrap';

const COLUMNS: Column<ListedUser>[] = [
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
  { heading: 'Email', sort: 'email', card: 'plain', cell: (user) => <Address {...user} /> },
  {
    heading: 'Role',
    sort: 'role',
    card: 'plain',
    cell: (user) => (
      <span className="inline-flex items-center gap-x-3 gap-y-1 @3xl:flex-col @3xl:items-start">
        <span className={`badge font-semibold ${TONES[user.role]}`}>{user.role}</span>
        {user.role !== 'student' && (
          <GiveRole user={user} gives="student" className="link whitespace-nowrap text-quiet text-sm" />
        )}
        {user.role === 'instructor' && <Listing user={user} />}
      </span>
    ),
  },
  {
    heading: 'Make Admin',
    card: 'plain',
    cell: (user) => <GiveRole user={user} gives="admin" className={BUTTON} />,
  },
  {
    heading: 'Make Instructor',
    card: 'plain',
    cell: (user) => <GiveRole user={user} gives="instructor" className={BUTTON} />,
  },
];

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const rows = useExpectedUsers(loaderData.items);
  return (
    <>
      <div className="mb-6">
        <PageHeading title="Manage Users" />
      </div>
      <ListFilter
        label={t('users.search_users')}
        choice={{ name: 'role', label: 'Role', options: ROLES }}
        sorts={SORTS}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence="No users match your search." />
      ) : (
        <DataTable
          caption="Users"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ _id }) => _id}
          sorted={parameters.get('sort') ?? 'name'}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
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

/** An address, whether it is proved to be theirs, and when the account will be deleted. */
const Address = ({ email, confirmed, leavesat }: ListedUser) => (
  <span className="inline-flex flex-col items-start gap-1">
    <EmailAddress email={email} />
    {!confirmed && <span className="badge badge-warning badge-sm font-semibold">not confirmed</span>}
    <LeavesBadge at={leavesat} />
  </span>
);

/** Puts an instructor on the school's pages, or takes them off. */
function Listing({ user: { _id: id, name, listed } }: { user: ListedUser }) {
  const { isBusy, run } = useChange(userChanges, 'listInstructor');
  const label = listed ? 'Hide from visitors' : 'Show to visitors';
  return (
    <ActionButton
      className="link whitespace-nowrap text-quiet text-sm"
      isBusy={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => run({ id, listed: !listed })}
    >
      {label}
    </ActionButton>
  );
}

const LABELS = { admin: 'Make Admin', instructor: 'Make Instructor', student: 'Make Student' };

/** A role that a user may be given. */
type Gift = { user: ListedUser; gives: Role };

/** Gives a role; the rights of an admin are neither given nor ended by a slip. */
function GiveRole({ user, gives, className }: Gift & { className: string }) {
  const { run } = useChange(userChanges, 'giveRole');
  const [isAsking, setIsAsking] = useState(false);
  const give = (listed?: boolean) => void run({ id: user._id, role: gives, was: user.role, listed });
  const isWeighty = gives !== 'student' || user.role === 'admin';
  const isNew = gives === 'instructor' && user.role === 'student';
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={user.role === gives}
        aria-label={`${LABELS[gives]}: ${user.name}`}
        onClick={() => (isWeighty ? setIsAsking(true) : give())}
      >
        {LABELS[gives]}
      </button>
      {isAsking && isNew && (
        <InstructorDialog
          user={user}
          onConfirm={async (listed) => give(listed)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {isAsking && !isNew && (
        <AdminRights
          user={user}
          gives={gives}
          onConfirm={async () => give()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type Asking = {
  user: ListedUser;
  /** `isListed`: whether visitors see them. */
  onConfirm: (isListed: boolean) => Promise<void>;
  onClose: () => void;
};

/** Says what follows when an account becomes an instructor, and asks whether visitors may see them. */
function InstructorDialog({ user: { name, email, confirmed }, onConfirm, onClose }: Asking) {
  const [isListed, setIsListed] = useState(confirmed);
  return (
    <ConfirmDialog
      title={`Make ${name} an instructor?`}
      confirmLabel="Make Instructor"
      cancelLabel="Cancel"
      tone="primary"
      onConfirm={() => onConfirm(isListed)}
      onClose={onClose}
    >
      <p>
        They can add classes and write posts, and see the roster of each class that they teach. They get an
        email.
      </p>
      {!confirmed && <Unconfirmed email={email} />}
      <label className="mt-4 flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-0.5"
          checked={isListed}
          onChange={({ target }) => setIsListed(target.checked)}
        />
        <span>
          Show on the Instructors page
          <span className="block text-quiet text-sm">
            {confirmed
              ? 'Everyone can see their name, email address and picture.'
              : 'Everyone can see their name, email address and picture once the address is confirmed.'}
          </span>
        </span>
      </label>
    </ConfirmDialog>
  );
}

const Unconfirmed = ({ email }: Pick<ListedUser, 'email'>) => (
  <p className="wrap-anywhere mt-4 rounded-field border border-warning bg-honey px-4 py-3">
    <strong className="font-semibold">{email} is not confirmed.</strong> This person has not proved that the
    address is theirs. Make sure that you know them.
  </p>
);

/** Asks before a user gets or loses the rights of an admin. */
function AdminRights({
  user,
  gives,
  ...dialog
}: Gift & { onConfirm: () => Promise<void>; onClose: () => void }) {
  const session = useSession();
  const isSelf = session.state === 'signed-in' && session.user._id === user._id;
  const article = gives === 'student' ? 'a student' : `an ${gives}`;
  if (gives === 'admin') {
    return (
      <ConfirmDialog
        title={`Make ${user.name} an admin?`}
        confirmLabel="Make Admin"
        cancelLabel="Cancel"
        {...dialog}
      >
        <p>Admins decide on classes, give and take roles, and see every person and payment of the school.</p>
        {!user.confirmed && <Unconfirmed email={user.email} />}
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
          : `${user.name} becomes ${article} and leaves the admin area at once.`}{' '}
        {isSelf ? 'API keys that you made end too.' : 'API keys that they made end too.'}
      </p>
    </ConfirmDialog>
  );
}
