import { Link } from 'react-router';
import type { CircularRecipient, MailState } from '#contract/circulars/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { Telephone } from './telephone.tsx';

const STATES = {
  sent: { words: 'circulars.state_sent', tone: 'badge-success' },
  waiting: { words: 'circulars.state_waiting', tone: 'badge-warning' },
  failed: { words: 'circulars.state_failed', tone: 'badge-error' },
  unreached: { words: 'circulars.state_unreached', tone: 'badge-warning' },
  ended: { words: 'circulars.state_ended', tone: 'badge-ghost' },
} as const satisfies Record<MailState, { words: PlainId; tone: string }>;

const columnsOf = (): Column<CircularRecipient>[] => [
  {
    heading: t('families.family'),
    cell: ({ userid, name }) => (
      <Link to={`/admin/families/${userid}`} className="link wrap-anywhere font-semibold">
        {name}
      </Link>
    ),
  },
  {
    heading: t('circulars.reached_at'),
    cell: ({ state, email, phone }) =>
      state === 'unreached' ? <Telephone phone={phone} /> : <EmailAddress email={email} />,
  },
  {
    heading: t('common.state'),
    cell: ({ state, sentat }) => (
      <span className="block">
        <span className={`badge font-semibold ${STATES[state].tone}`}>{t(STATES[state].words)}</span>
        {sentat && <Moment at={sentat} className="block text-quiet text-sm" />}
      </span>
    ),
  },
];

/** Whom one was for, and what became of each mail. */
export const RecipientList = ({ recipients }: { recipients: readonly CircularRecipient[] }) => (
  <DataTable
    caption={t('circulars.who_got_it')}
    columns={columnsOf()}
    rows={recipients}
    rowKey={({ _id }) => _id}
  />
);
