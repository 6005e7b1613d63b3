import { useId } from 'react';
import { listOf } from '#contract/formats.ts';
import type { Invitation } from '#contract/invitations/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { Day } from '#web/components/time/written.tsx';
import { useChange, useSave } from '#web/lib/api/change.ts';
import { invitationChanges } from './changes.ts';
import { ROLES } from './role-words.ts';

const columnsOf = (): Column<Invitation>[] => [
  {
    heading: t('common.name'),
    cell: ({ name, email }) => (
      <span className="block text-start">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <EmailAddress email={email} />
      </span>
    ),
  },
  {
    heading: t('users.role'),
    cell: ({ role, classes }) => (
      <span className="block">
        {t(ROLES[role])}
        {classes.length > 0 && (
          <span className="wrap-anywhere block text-quiet text-sm">
            {listOf(classes.map(({ classname }) => classname))}
          </span>
        )}
      </span>
    ),
  },
  {
    heading: t('invitations.works_until'),
    cell: ({ until, byname }) => (
      <span className="block">
        <Day at={until} className="whitespace-nowrap" />
        <span className="wrap-anywhere block text-quiet text-sm">
          {t('invitations.invited_by', { name: byname })}
        </span>
      </span>
    ),
  },
  {
    heading: t('common.action'),
    card: 'foot',
    cell: (invitation) => (
      <span className="flex flex-wrap gap-2">
        <Again {...invitation} />
        <Withdraw {...invitation} />
      </span>
    ),
  },
];

/** Who is invited and has not accepted yet; nothing where no one is. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const id = useId();
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-4 text-subheading">
        {t('invitations.invited')}
      </h2>
      <DataTable
        caption={t('invitations.invited')}
        columns={columnsOf()}
        rows={invitations}
        rowKey={({ _id }) => _id}
      />
    </section>
  );
}

function Again({ _id: id, name, email }: Invitation) {
  const { isBusy, run } = useChange(invitationChanges, 'sendInvitationAgain');
  const label = t('invitations.again');
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={isBusy}
      aria-label={t('common.label_of', { label, of: name })}
      onClick={() => run({ id, email })}
    >
      {label}
    </ActionButton>
  );
}

function Withdraw({ _id: id, name }: Invitation) {
  const save = useSave(invitationChanges);
  return (
    <DialogButton label={t('account.withdraw')} of={name} className="btn btn-outline btn-sm text-error">
      {(close) => (
        <ConfirmDialog
          title={t('invitations.ask_withdraw', { name })}
          confirmLabel={t('account.withdraw')}
          onConfirm={() => save('withdrawInvitation', { id })}
          onClose={close}
        >
          <p>{t('invitations.withdraw_means')}</p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
