import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isFormer } from '#contract/former.ts';
import { type Roster, rosterCalls } from '#contract/rosters/calls.ts';
import { t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';
import { Phone } from '#web/components/people/phone.tsx';
import { Day } from '#web/components/time/written.tsx';
import { mailTo } from '#web/lib/address/mail-to.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { rich } from '#web/lib/rich.ts';
import { type Planned, RosterSheet } from './roster-sheet.tsx';

const api = apiOf(rosterCalls);

type Student = Roster['students'][number];

const studentColumn = (): Column<Student> => ({
  heading: t('rosters.student'),
  cell: ({ name, photoURL }) => (
    <span className="flex items-center gap-3 text-start font-semibold md:min-w-40">
      <PersonAvatar name={name} photoURL={photoURL} size={36} />
      <span className="wrap-anywhere">{name}</span>
    </span>
  ),
});

const Nothing = () => <span className="text-quiet">{t('rosters.none')}</span>;

/** Without an address: the telephone, to who may read it. */
const Address = ({ email, phone }: Pick<Student, 'email' | 'phone'>) =>
  email === null || isFormer(email) ? (
    phone ? (
      <Phone phone={phone} />
    ) : (
      <Nothing />
    )
  ) : (
    <a className="link" href={mailTo(email)}>
      <EmailAddress email={email} />
    </a>
  );

const enrolledColumn = (): Column<Student> => ({
  heading: t('rosters.enrolled'),
  cell: ({ date }) => <Day at={date} className="whitespace-nowrap" />,
});

const columnsOfAll = (): Column<Student>[] => [
  studentColumn(),
  { heading: t('common.email'), cell: Address },
  enrolledColumn(),
];

/** An age group of the wire: `adult`, `under 4` or `4 to 5`. */
function ageWords(agegroup: string): string {
  const [from, to] = agegroup.match(/\d+/g) ?? [];
  if (from === undefined) return t('rosters.adult');
  return to === undefined ? t('rosters.age_under', { age: from }) : t('rosters.age_from_to', { from, to });
}

/** Whether any student is a child, or has an age or a note. */
const columnsWithChildren = (): Column<Student>[] => [
  studentColumn(),
  {
    heading: t('rosters.age'),
    cell: ({ agegroup }) => (
      <span className={`whitespace-nowrap ${agegroup ? '' : 'text-quiet'}`}>
        {agegroup === undefined ? t('rosters.age_not_known') : ageWords(agegroup)}
      </span>
    ),
  },
  {
    heading: t('rosters.write_to'),
    cell: ({ guardian, email, phone }) => (
      <span className="block text-end md:min-w-44 @3xl:text-start">
        {guardian && <span className="wrap-anywhere block">{guardian}</span>}
        <Address email={email} phone={phone} />
      </span>
    ),
  },
  {
    heading: t('rosters.note'),
    cell: ({ note }) =>
      note ? (
        <span dir="auto" className="wrap-anywhere block whitespace-pre-line text-start">
          {note}
        </span>
      ) : (
        <Nothing />
      ),
  },
  enrolledColumn(),
];

/** Of a day on which the class has a lesson. */
const emergencyColumn = (): Column<Student> => ({
  heading: t('rosters.emergency'),
  cell: ({ emergency }) =>
    emergency ? (
      <span className="block text-end md:min-w-36 @3xl:text-start">
        {emergency.name && <span className="wrap-anywhere block">{emergency.name}</span>}
        <a className="link whitespace-nowrap" href={`tel:${emergency.phone.replace(/[^+\d]/g, '')}`}>
          {emergency.phone}
        </a>
      </span>
    ) : (
      <Nothing />
    ),
});

/** Where the office does what has to be done for a student: moves a place, cancels it, marks it as paid. */
const familyColumn = (): Column<Student> => ({
  heading: t('families.family'),
  cell: ({ name, email }) =>
    email !== null && isFormer(email) ? (
      <Nothing />
    ) : (
      <Link
        className="link whitespace-nowrap print:hidden"
        to={`/admin/families?q=${encodeURIComponent(email ?? name)}`}
      >
        {rich('rosters.open_family_of', { name, hidden: (text) => <span className="sr-only">{text}</span> })}
      </Link>
    ),
});

const isDescribed = ({ agegroup, guardian, note }: Student) =>
  [agegroup, guardian, note].some((said) => said !== undefined);

type RosterProps = {
  roster: Roster;
  /** When it meets, for its print. */
  planned: Planned;
  isOffice?: boolean;
  hasFile?: boolean;
  /** What can be done with it, besides printing and exporting. */
  action?: ReactNode;
};

/**
 * Who is enrolled in a class, with a file to take along; a substitute sees it on the day alone, and takes
 * none.
 */
export function RosterView({ roster, planned, isOffice = false, hasFile = true, action }: RosterProps) {
  const { class: item, students, previous, next, total } = roster;
  const known = students.some(isDescribed) ? columnsWithChildren() : columnsOfAll();
  const columns = isOffice ? [...known, familyColumn()] : known;
  const isToday = students.some(({ emergency }) => emergency !== undefined);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <PageHeading
          title={t('areas.roster')}
          lead={t('rosters.class_and_students', { classname: item.classname, total })}
        />
        <div className="flex flex-wrap gap-3">
          {students.length > 0 && (
            <button type="button" className="btn btn-outline btn-sm" onClick={() => print()}>
              <Printer className="size-4" aria-hidden="true" />
              {t('common.print')}
            </button>
          )}
          {students.length > 0 && hasFile && (
            <CsvButton
              label={t('rosters.export')}
              name={`roster-${item.classname.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`}
              load={() => api.exportRoster({ params: { id: item._id } })}
            />
          )}
          {action}
        </div>
      </div>
      {students.length === 0 ? (
        <Empty sentence={t('rosters.nobody_yet')} />
      ) : (
        <>
          <div className="print:hidden">
            <DataTable
              caption={t('rosters.students_of', { classname: item.classname })}
              columns={isToday ? [...columns, emergencyColumn()] : columns}
              rows={students}
              rowKey={({ _id }) => _id}
            />
          </div>
          <RosterSheet roster={roster} {...planned} />
        </>
      )}
      <Pager previous={previous} next={next} />
    </>
  );
}
