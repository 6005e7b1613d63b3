import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { invitationOfficeCalls } from '#contract/invitations/office-calls.ts';
import type { Sort } from '#contract/pages.ts';
import { isOffice, type ListedUser, ROLES, type Role, type USER_COLUMNS } from '#contract/users/calls.ts';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { ListFilter } from '#web/components/list/list-filter.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { LeavesBadge } from '#web/components/people/leaves-badge.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';
import { Phone } from '#web/components/people/phone.tsx';
import { AwayButton } from '#web/features/away/away-button.tsx';
import { awayChanges } from '#web/features/away/changes.ts';
import { invitationChanges } from '#web/features/invitations/changes.ts';
import { InvitationList } from '#web/features/invitations/invitation-list.tsx';
import { InviteDialog } from '#web/features/invitations/invite-dialog.tsx';
import { readSecondStep, useExpectedUsers, userChanges } from '#web/features/users/changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { mayNow, useMay } from '#web/lib/session/may.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/manage-users';

const api = apiOf({ ...userOfficeCalls, ...invitationOfficeCalls });

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.manage_users')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [page, invitations] = await Promise.all([
    api.searchUsers({ querystring: Object.fromEntries(searchParams) }),
    mayNow(invitationOfficeCalls.listInvitations) ? api.listInvitations() : [],
  ]);
  return { ...page, invitations };
}

export const clientAction = actionOf({ ...userChanges, ...invitationChanges, ...awayChanges });

const BUTTON = 'btn btn-outline btn-sm whitespace-nowrap';
const SMALL = 'link inline-block min-h-6 whitespace-nowrap text-quiet text-sm';

/** `mayGive`: whether who looks may give roles. */
const columnsOf = (mayGive: boolean): Column<ListedUser>[] => [
  {
    heading: t('common.name'),
    sort: 'name',
    cell: ({ name, photoURL }) => (
      <span className="flex items-center gap-3 text-start font-semibold">
        <PersonAvatar name={name} photoURL={photoURL} size={36} />
        <span className="wrap-anywhere">{name}</span>
      </span>
    ),
  },
  { heading: t('common.email'), sort: 'email', card: 'plain', cell: (user) => <Address {...user} /> },
  {
    heading: t('users.role'),
    sort: 'role',
    card: 'plain',
    cell: (user) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 @3xl:flex-col @3xl:items-start">
        <span className={`badge font-semibold ${TONES[user.role]}`}>{t(ROLE_LABELS[user.role])}</span>
        {mayGive && <SmallRoles user={user} />}
        {user.role === 'instructor' && (
          <AwayButton away={{ kind: 'teacher', id: user._id, name: user.name }} className={SMALL} />
        )}
      </span>
    ),
  },
  ...(mayGive ? giftColumns() : []),
];

const SmallRoles = ({ user }: { user: ListedUser }) => (
  <>
    {user.role !== 'student' && <GiveRole user={user} gives="student" className={SMALL} />}
    {user.role !== 'office' && <GiveRole user={user} gives="office" className={SMALL} />}
    {user.role === 'instructor' && <Listing user={user} />}
    <SecondStep user={user} />
  </>
);

const giftColumns = (): Column<ListedUser>[] => [
  {
    heading: t('users.make_admin'),
    card: 'plain',
    cell: (user) => <GiveRole user={user} gives="admin" className={BUTTON} />,
  },
  {
    heading: t('users.make_instructor'),
    card: 'plain',
    cell: (user) => <GiveRole user={user} gives="instructor" className={BUTTON} />,
  },
];

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const may = useMay();
  const mayGive = may(userOfficeCalls.makeAdmin);
  const mayInvite = may(invitationOfficeCalls.addInvitation);
  const rows = useExpectedUsers(loaderData.items);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t('areas.manage_users')} />
        {mayInvite && (
          <DialogButton label={t('invitations.invite')} className="btn btn-primary max-sm:w-full">
            {(close) => <InviteDialog onClose={close} />}
          </DialogButton>
        )}
      </div>
      <InvitationList invitations={loaderData.invitations} />
      <ListFilter
        label={t('users.search_users')}
        choices={[{ name: 'role', label: t('users.role'), all: t('users.role_all'), options: rolesOf() }]}
        sorts={sortsOf()}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence={t('users.no_users_found')} />
      ) : (
        <DataTable
          caption={t('users.users')}
          columns={columnsOf(mayGive)}
          rows={rows}
          rowKey={({ _id }) => _id}
          sorted={parameters.get('sort') ?? 'name'}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
    </>
  );
}

const sortsOf = () =>
  ({
    '': t('users.by_name'),
    name: t('common.name_a_to_z'),
    '-name': t('common.name_z_to_a'),
    email: t('users.email_a_to_z'),
    '-email': t('users.email_z_to_a'),
    role: t('users.admins_first'),
    '-role': t('users.students_first'),
  }) satisfies Partial<Record<Sort<(typeof USER_COLUMNS)[number]> | '', string>>;

const ROLE_LABELS = {
  admin: 'users.admin',
  office: 'users.office',
  instructor: 'users.instructor',
  student: 'users.student',
} as const satisfies Record<Role, PlainId>;

const rolesOf = () => Object.fromEntries(ROLES.map((role) => [role, t(ROLE_LABELS[role])]));

const TONES: Record<Role, string> = {
  admin: 'badge-primary',
  office: 'badge-accent',
  instructor: 'badge-secondary',
  student: 'badge-outline border-[#8a8296]',
};

/** An address, whether it is proved to be theirs, and when the account will be deleted. */
const Address = ({ email, phone, confirmed, leavesat }: ListedUser) => (
  <span className="inline-flex flex-col items-start gap-1">
    <EmailAddress email={email} />
    <Phone phone={phone} />
    {!confirmed && (
      <span className="badge badge-warning badge-sm font-semibold">{t('users.not_confirmed')}</span>
    )}
    <LeavesBadge at={leavesat} />
  </span>
);

/** Takes away the second step that another user has lost; an account with one has proved its address. */
function SecondStep({ user: { _id: id, name, confirmed } }: { user: ListedUser }) {
  const session = useSession();
  const { run } = useChange(userChanges, 'resetSecondStep');
  const may = useMay();
  const isSelf = session.state === 'signed-in' && session.user._id === id;
  if (isSelf || !confirmed || !may(userOfficeCalls.resetSecondFactor)) return null;
  return (
    <DialogButton label={t('users.second_step')} of={name} className={SMALL} take={() => readSecondStep(id)}>
      {(close, { has }) =>
        has ? (
          <ConfirmDialog
            title={t('users.ask_take_second_step', { name })}
            confirmLabel={t('users.take_second_step')}
            cancelLabel={t('common.cancel')}
            onConfirm={() => run({ id })}
            onClose={close}
          >
            <p>{t('users.take_second_step_means')}</p>
          </ConfirmDialog>
        ) : (
          <Dialog title={t('users.second_step_of', { name })} onClose={close}>
            <p>{has === null ? t('users.second_step_elsewhere') : t('users.no_second_step')}</p>
            <div className="mt-6 flex justify-end max-sm:*:grow">
              <button type="button" className="btn" onClick={close}>
                {t('common.close')}
              </button>
            </div>
          </Dialog>
        )
      }
    </DialogButton>
  );
}

/** Puts an instructor on the school's pages, or takes them off. */
function Listing({ user: { _id: id, name, listed } }: { user: ListedUser }) {
  const { isBusy, run } = useChange(userChanges, 'listInstructor');
  return (
    <ActionButton
      className={SMALL}
      isBusy={isBusy}
      aria-label={t(listed ? 'users.hide_from_visitors_of' : 'users.show_to_visitors_of', { name })}
      onClick={() => run({ id, listed: !listed })}
    >
      {t(listed ? 'users.hide_from_visitors' : 'users.show_to_visitors')}
    </ActionButton>
  );
}

const LABELS = {
  admin: 'users.make_admin',
  office: 'users.make_office',
  instructor: 'users.make_instructor',
  student: 'users.make_student',
} as const satisfies Record<Role, PlainId>;

const LABELS_OF = {
  admin: 'users.make_admin_of',
  office: 'users.make_office_of',
  instructor: 'users.make_instructor_of',
  student: 'users.make_student_of',
} as const satisfies Record<Role, MessageId>;

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
        aria-label={t(LABELS_OF[gives], { name: user.name })}
        onClick={() => (isWeighty ? setIsAsking(true) : give())}
      >
        {t(LABELS[gives])}
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
      title={t('users.ask_make_instructor', { name })}
      confirmLabel={t('users.make_instructor')}
      cancelLabel={t('common.cancel')}
      tone="primary"
      onConfirm={() => onConfirm(isListed)}
      onClose={onClose}
    >
      <p>{t('users.instructor_means')}</p>
      {!confirmed && <Unconfirmed email={email} />}
      <label className="mt-4 flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-0.5"
          checked={isListed}
          onChange={({ target }) => setIsListed(target.checked)}
        />
        <span>
          {t('users.show_on_instructors_page')}
          <span className="block text-quiet text-sm">
            {t(confirmed ? 'users.seen_by_everyone' : 'users.seen_once_confirmed')}
          </span>
        </span>
      </label>
    </ConfirmDialog>
  );
}

const Unconfirmed = ({ email }: Pick<ListedUser, 'email'>) => (
  <p className="wrap-anywhere mt-4 rounded-field border border-warning bg-honey px-4 py-3">
    {rich('users.unconfirmed', {
      email,
      strong: (words) => <strong className="font-semibold">{words}</strong>,
    })}
  </p>
);

/** Asks before a user gets the rights of an admin or the office, or loses those of an admin. */
function AdminRights({
  user,
  gives,
  ...dialog
}: Gift & { onConfirm: () => Promise<void>; onClose: () => void }) {
  const session = useSession();
  const isSelf = session.state === 'signed-in' && session.user._id === user._id;
  if (isOffice(gives) && user.role !== 'admin') {
    return (
      <ConfirmDialog
        title={
          gives === 'admin'
            ? t('users.ask_make_admin', { name: user.name })
            : t('users.ask_make_office', { name: user.name })
        }
        confirmLabel={t(LABELS[gives])}
        cancelLabel={t('common.cancel')}
        {...dialog}
      >
        <p>{t(gives === 'admin' ? 'users.admin_means' : 'users.office_means')}</p>
        {!user.confirmed && <Unconfirmed email={user.email} />}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={isSelf ? t('users.ask_end_own') : t('users.ask_end_of', { name: user.name })}
      confirmLabel={t(isSelf ? 'users.end_own' : 'users.end_of')}
      cancelLabel={t('common.cancel')}
      {...dialog}
    >
      <p>
        {isSelf
          ? t('users.end_own_means', { role: gives })
          : t('users.end_means', { role: gives, name: user.name })}
      </p>
    </ConfirmDialog>
  );
}
