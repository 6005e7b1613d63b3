import { useState } from 'react';
import type { ApiKey } from '#contract/keys/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
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
  { heading: 'Action', card: 'foot', cell: (key) => <Revoke apiKey={key} /> },
];

/** The keys of the school's own programs, and a way to make and to revoke one. */
export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const [isMaking, setIsMaking] = useState(false);
  return (
    <section aria-labelledby="keys">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="keys" className="text-subheading">
            API keys
          </h2>
          <p className="mt-1 text-quiet">
            A program with a key reads what you choose, and changes nothing. A key ends after a year at most,
            and at once when it is revoked, when the admin who made it is no longer one, or when that admin’s
            account had to be recovered.
          </p>
        </div>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setIsMaking(true)}>
          New API key
        </button>
      </div>
      {keys.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">The school has no API keys yet.</p>
      ) : (
        <DataTable caption="API keys" columns={COLUMNS} rows={keys} rowKey={({ _id }) => _id} />
      )}
      {isMaking && <KeyDialog onClose={() => setIsMaking(false)} />}
    </section>
  );
}

function Revoke({ apiKey: { _id, name } }: { apiKey: ApiKey }) {
  const { run } = useChange(keyChanges, 'revokeKey');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Revoke ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Revoke
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          confirmLabel="Revoke"
          onConfirm={() => run({ id: _id })}
          onClose={() => setIsAsking(false)}
        >
          <p>The program that uses it is refused from its next call on. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
