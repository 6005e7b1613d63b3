import { listOf } from '#contract/formats.ts';
import type { ApiKey, KeyScope } from '#contract/keys/calls.ts';
import { wordsOfScope } from '#contract/messages/key-scopes.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { keyChanges } from './changes.ts';
import { KeyDialog } from './key-dialog.tsx';

const columnsOf = (): Column<ApiKey>[] => [
  {
    heading: t('common.name'),
    cell: ({ name, prefix }) => (
      <span className="block text-start md:min-w-32">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <code className="text-quiet text-xs">{prefix}…</code>
      </span>
    ),
  },
  {
    heading: t('keys.may_read'),
    cell: ({ scopes }) => <Scopes of={scopes.filter((scope) => !scope.endsWith(':write'))} />,
  },
  {
    heading: t('keys.may_change'),
    cell: ({ scopes }) => <Scopes of={scopes.filter((scope) => scope.endsWith(':write'))} />,
  },
  {
    heading: t('keys.made_by'),
    cell: ({ madeby, createdat }) => (
      <span className="block md:min-w-24">
        <span className="wrap-anywhere block">{madeby}</span>
        <span className="block text-quiet text-sm">
          <Moment at={createdat} />
        </span>
      </span>
    ),
  },
  { heading: t('keys.last_used'), cell: ({ usedat }) => (usedat ? <Moment at={usedat} /> : t('keys.never')) },
  {
    heading: t('keys.works_until'),
    cell: ({ until, addresses }) => (
      <span className="block">
        <Day at={until} className="whitespace-nowrap" />
        {addresses.length > 0 && (
          <span className="wrap-anywhere block text-quiet text-sm">{addresses.join(', ')}</span>
        )}
      </span>
    ),
  },
];

const Scopes = ({ of }: { of: readonly KeyScope[] }) => (
  <span className="block md:min-w-24">
    {of.length > 0 ? listOf(of.map((scope) => t(wordsOfScope(scope).what))) : t('keys.nothing')}
  </span>
);

/** The keys of the school's own programs, and a way to make and to revoke one. */
export const KeyList = ({ keys }: { keys: readonly ApiKey[] }) => (
  <EditableList
    title={t('keys.api_keys')}
    lead={t('keys.lead')}
    add={t('keys.new_api_key')}
    none={t('keys.none_yet')}
    columns={columnsOf()}
    rows={keys}
    actions={(key) => <Revoke apiKey={key} />}
  >
    {(close) => <KeyDialog onClose={close} />}
  </EditableList>
);

function Revoke({ apiKey: { _id: id, name } }: { apiKey: ApiKey }) {
  const save = useSave(keyChanges);
  return (
    <DialogButton label={t('keys.revoke')} of={name}>
      {(close) => (
        <ConfirmDialog
          title={t('keys.ask_revoke', { name })}
          confirmLabel={t('keys.revoke')}
          onConfirm={() => save('revokeKey', { id })}
          onClose={close}
        >
          <p>{t('keys.revoke_means')}</p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
