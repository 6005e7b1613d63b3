import { Link, useSearchParams } from 'react-router';
import {
  type FamilyHit,
  type FormerFamily,
  familyCalls,
  OWING_SHOWN,
  type Owing,
  placeOfOwing,
} from '#contract/families/calls.ts';
import { t } from '#languages/t.ts';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useMore } from '#web/components/list/use-more.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { Phone } from '#web/components/people/phone.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { circularChanges } from '#web/features/circulars/changes.ts';
import { WriteButton } from '#web/features/circulars/write-button.tsx';
import { AddFamilyDialog } from '#web/features/families/family-dialog.tsx';
import { FamilySearch } from '#web/features/families/family-search.tsx';
import { householdChanges } from '#web/features/families/household-changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/families';

const api = apiOf(familyCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('families.families')),
  NOT_INDEXED,
];

export const clientAction = actionOf({ ...householdChanges, ...circularChanges });

/** What is owed after one of it; one sum more than are shown at once, where there are more. */
const readOwing = (after?: Owing) =>
  api.listOwing({ querystring: { after: after && placeOfOwing(after), limit: OWING_SHOWN + 1 } });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  const [found, owing, former] = await Promise.all([
    api.searchFamilies({ querystring: { q } }),
    q.trim() ? [] : readOwing(),
    q.trim() ? [] : api.listFormer(),
  ]);
  return { found, owing, former };
}

/** What tells a family's page the class that the office came from. */
function queryOf(parameters: URLSearchParams): string {
  const classid = parameters.get('classid');
  return classid ? `?classid=${encodeURIComponent(classid)}` : '';
}

/** A family's page, ready to enrol in the class that the admin came from. */
function FamilyLink({ userid, name }: { userid: string | null; name: string }) {
  const [parameters] = useSearchParams();
  if (userid === null) return <span className="wrap-anywhere">{name}</span>;
  return (
    <Link to={`/admin/families/${userid}${queryOf(parameters)}`} className="link wrap-anywhere font-semibold">
      {name}
    </Link>
  );
}

const familyColumns = (): Column<FamilyHit>[] => [
  { heading: t('families.account'), cell: ({ userid, name }) => <FamilyLink userid={userid} name={name} /> },
  {
    heading: t('common.email'),
    card: 'plain',
    cell: ({ email, phone }) => (
      <span className="inline-flex flex-col items-start">
        <EmailAddress email={email} />
        <Phone phone={phone} />
      </span>
    ),
  },
  {
    heading: t('families.children'),
    cell: ({ learners }) => {
      const names = learners.filter(({ self }) => !self).map(({ learnername }) => learnername);
      return names.length ? (
        names.join(', ')
      ) : (
        <span className="text-quiet">{t('families.no_children_cell')}</span>
      );
    },
  },
];

function OwedFor({ kind, classname = '', learnername, number = '', dueday = '' }: Owing) {
  const { day } = useFormats();
  if (kind === 'invoice')
    return `${t('invoices.number', { number })}, ${t('invoices.due_on', { day: day(dueday) })}`;
  if (kind === 'charges') return t('families.owed_without_invoice');
  return (
    <span className="wrap-anywhere block">
      <OwnWords>{classname}</OwnWords>, {learnername}
    </span>
  );
}

const owingColumns = (): Column<Owing>[] => [
  { heading: t('families.family'), cell: ({ userid, name }) => <FamilyLink userid={userid} name={name} /> },
  {
    heading: t('families.owed_for'),
    cell: (owing) => <OwedFor {...owing} />,
  },
  { heading: t('families.since'), cell: ({ date }) => <Day at={date} /> },
  {
    heading: t('families.owed'),
    cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
  },
];

const formerColumns = (): Column<FormerFamily>[] => [
  { heading: t('families.family'), cell: ({ userid, name }) => <FamilyLink userid={userid} name={name} /> },
  {
    heading: t('families.owed'),
    cell: ({ balance, currency }) => (
      <span>
        {balance < 0 && <span className="text-quiet">{t('families.credit_of')} </span>}
        <Money amount={Math.abs(balance)} currency={currency} />
      </span>
    ),
  },
];

export default function Families({ loaderData: { found, owing, former } }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const { items, more } = found;
  const count = t('families.families_count', { count: items.length });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading
          title={t('families.families')}
          lead={parameters.get('classid') ? t('families.find_to_enrol') : t('families.lead')}
        />
        <DialogButton className="btn btn-primary" label={t('families.add_family')}>
          {(close) => <AddFamilyDialog query={queryOf(parameters)} onClose={close} />}
        </DialogButton>
      </div>
      <FamilySearch found={more ? t('families.first_found', { count: items.length }) : count} />
      {items.length === 0 ? (
        <Empty sentence={t('families.none_found')} />
      ) : (
        <DataTable
          caption={t('families.families')}
          columns={familyColumns()}
          rows={items}
          rowKey={({ userid }) => userid}
        />
      )}
      {owing.length > 0 && <Owed first={owing} />}
      {former.length > 0 && (
        <section aria-labelledby="former" className="mt-10">
          <h2 id="former" className="text-subheading">
            {t('families.former_families')}
          </h2>
          <p className="mt-1 mb-4 max-w-prose text-quiet">{t('families.former_lead')}</p>
          <DataTable
            caption={t('families.former_families')}
            columns={formerColumns()}
            rows={former}
            rowKey={({ userid }) => userid}
          />
        </section>
      )}
    </>
  );
}

/** What families owe the school, the longest first. */
function Owed({ first }: { first: readonly Owing[] }) {
  const more = useMore({ first, size: OWING_SHOWN, read: readOwing });
  return (
    <section aria-labelledby="owing" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="owing" className="text-subheading">
          {t('families.owed_to_school')}
        </h2>
        <WriteButton to={{ owing: true }} />
      </div>
      <DataTable
        caption={t('families.owed_to_school')}
        columns={owingColumns()}
        rows={more.rows}
        rowKey={({ _id }) => _id}
      />
      <MoreButton more={more}>{t('families.show_more_owed')}</MoreButton>
    </section>
  );
}
