import { isFormer } from '#contract/former.ts';
import type { Roster } from '#contract/rosters.ts';
import { CsvButton } from '#web/components/csv-button.tsx';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { EmailAddress } from '#web/components/email-address.tsx';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { PersonAvatar } from '#web/components/person-avatar.tsx';
import { Day } from '#web/components/written.tsx';
import { api } from '#web/lib/api.ts';

type Student = Roster['students'][number];

const COLUMNS: Column<Student>[] = [
  {
    heading: 'Student',
    cell: ({ name, photoURL }) => (
      <span className="flex items-center gap-3 text-start font-semibold">
        <PersonAvatar name={name} photoURL={photoURL} size={36} />
        <span className="wrap-anywhere">{name}</span>
      </span>
    ),
  },
  {
    heading: 'Email',
    cell: ({ email }) =>
      isFormer(email) ? (
        <span className="text-quiet">none</span>
      ) : (
        <a className="link" href={`mailto:${email}`}>
          <EmailAddress email={email} />
        </a>
      ),
  },
  { heading: 'Enrolled', cell: ({ date }) => <Day at={date} /> },
];

/** Who is enrolled in a class, with a file to take along. */
export function RosterView({ roster }: { roster: Roster }) {
  const { class: item, students, previous, next, total } = roster;
  const count = total === 1 ? '1 student' : `${total} students`;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title="Roster" lead={`${item.classname}: ${count}`} />
        {students.length > 0 && (
          <CsvButton
            label="Export"
            name={`roster-${item.classname.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`}
            load={() => api.exportRoster({ params: { id: item._id } })}
          />
        )}
      </div>
      {students.length === 0 ? (
        <Empty sentence="Nobody has enrolled through the website yet." />
      ) : (
        <DataTable
          caption={`Students of ${item.classname}`}
          columns={COLUMNS}
          rows={students}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={previous} next={next} />
    </>
  );
}
