import { type PlainId, t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { Day } from '#web/components/time/written.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { rich } from '#web/lib/rich.ts';
import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/elections';
import demo from './demo-elections.json';

type Election = (typeof demo)[number];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('elections.elections'),
    description: t('elections.description'),
    path: '/ongoing',
  });

export const loader = ({ context }: Route.LoaderArgs): Election[] =>
  context.get(configContext).isDemo ? demo : [];
export async function clientLoader(): Promise<Election[]> {
  const response = await fetch('/elections.json');
  if (!response.ok) throw new Error(`elections.json answered ${response.status}`);
  return response.json();
}

const STATUSES: Record<string, { tone: string; label: PlainId } | undefined> = {
  Ongoing: { tone: 'badge-success', label: 'elections.ongoing' },
  Upcoming: { tone: 'badge-warning', label: 'elections.upcoming' },
  Completed: { tone: 'badge-neutral', label: 'elections.completed' },
};

export default function Elections({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading title={t('elections.elections')} lead={t('elections.lead')} />
      {loaderData.length === 0 ? (
        <Empty sentence={t('elections.nothing')} />
      ) : (
        <ul className="mt-10 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {loaderData.map((election, at) => (
            <li key={election.id}>
              <ElectionCard election={election} isFirst={at === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ElectionCard({ election, isFirst }: { election: Election; isFirst: boolean }) {
  const { title, type, currentStatus, dates, image } = election;
  const status = STATUSES[currentStatus];
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <Picture
        url={image}
        alt=""
        sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 45vw, 92vw"
        isFirst={isFirst}
        className="aspect-3/2 w-full"
      />
      <div className="flex flex-1 flex-col p-6">
        <div className="flex items-center justify-between gap-3">
          <p className="kicker">{type}</p>
          <span className={`badge font-semibold ${status?.tone ?? 'badge-neutral'}`}>
            {status ? t(status.label) : currentStatus}
          </span>
        </div>
        <h2 className="mt-3 text-subheading">{title}</h2>
        <dl className="mt-4 grid grid-cols-2 gap-4 text-sm">
          <Dated term={t('elections.start')} iso={dates.start} />
          <Dated term={t('elections.end')} iso={dates.end} />
        </dl>
        <div className="mt-auto pt-6">
          <button type="button" className="btn btn-outline btn-primary w-full">
            {rich('elections.view_details_of', {
              title,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </button>
        </div>
      </div>
    </article>
  );
}

const Dated = ({ term, iso }: { term: string; iso: string }) => (
  <div>
    <dt className="text-quiet">{term}</dt>
    <dd className="font-semibold">
      <Day at={iso} />
    </dd>
  </div>
);
