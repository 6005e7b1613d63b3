import type { ApiKey } from '#contract/keys/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { keyChanges } from './changes.ts';
import { KeyDialog } from './key-dialog.tsx';
import { SCOPE_WORDS } from './scope-words.ts';

const COLUMNS: Column<ApiKey>[] = [
  {
    heading: 'Name',
    cell: ({ name, prefix }) => (
      <span className="block text-start md:min-w-32">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <code className="text-quiet text-xs">{prefix}…</code>
      </span>
    ),
  },
  {
    heading: 'May read',
    cell: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope].label).join(', '),
  },
  {
    heading: 'Made by',
    cell: ({ madeby, createdat }) => (
      <span className="block">
        <span className="wrap-anywhere block">{madeby}</span>
        <span className="block text-quiet text-sm">
          <Moment at={createdat} />
        </span>
      </span>
    ),
  },
  { heading: 'Last used', cell: ({ usedat }) => (usedat ? <Moment at={usedat} /> : 'Never') },
  { heading: 'Works until', cell: ({ until }) => <Day at={until} className="whitespace-nowrap" /> },
];

/** The keys of the school's own programs, and a way to make and to revoke one. */
export const KeyList = ({ keys }: { keys: readonly ApiKey[] }) => (
  <EditableList
    title="API keys"
    lead="A program with a key reads what you choose, and changes nothing. A key ends after a year at most, and at once when it is revoked, when the admin who made it is no longer one, or when that admin’s account had to be recovered."
    add="New API key"
    none="The school has no API keys yet."
    columns={COLUMNS}
    rows={keys}
    actions={(key) => <Revoke apiKey={key} />}
  >
    {(close) => <KeyDialog onClose={close} />}
  </EditableList>
);

function Revoke({ apiKey: { _id: id, name } }: { apiKey: ApiKey }) {
  const save = useSave(keyChanges);
  return (
    <DialogButton label="Revoke" of={name}>
      {(close) => (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          confirmLabel="Revoke"
          onConfirm={() => save('revokeKey', { id })}
          onClose={close}
        >
          <p>The program that uses it is refused from its next call on. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
