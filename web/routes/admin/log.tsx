import { Link } from 'react-router';
import { CHANGE_SUBJECTS, changeCalls } from '#contract/changes.ts';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ChangeList } from '#web/features/changes/change-list.tsx';
import { apiOf } from '#web/lib/api.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/log';

const api = apiOf(changeCalls);

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Log'), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { about: query.about, page: await api.listChanges({ querystring: query }) };
}

const CHOICES = [
  { about: undefined, label: 'Everything' },
  { about: CHANGE_SUBJECTS[0], label: 'Classes' },
  { about: CHANGE_SUBJECTS[1], label: 'Roles' },
  { about: CHANGE_SUBJECTS[2], label: 'Payments' },
  { about: CHANGE_SUBJECTS[3], label: 'Integrations' },
  { about: CHANGE_SUBJECTS[4], label: 'School' },
  { about: CHANGE_SUBJECTS[5], label: 'Emails' },
];

export default function Log({ loaderData: { about, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Log"
        lead="Who changed which class, status, role, payment or integration, or what the school says of itself, and when."
      />
      <nav aria-label="What the log is about" className="my-6 flex flex-wrap gap-2">
        {CHOICES.map((choice) => (
          <Link
            key={choice.label}
            to={choice.about ? `?about=${choice.about}` : '?'}
            aria-current={choice.about === about ? 'page' : undefined}
            className={`btn btn-sm ${choice.about === about ? 'btn-primary' : 'btn-outline'}`}
          >
            {choice.label}
          </Link>
        ))}
      </nav>
      {page.items.length === 0 ? (
        <Empty sentence="Nothing has been changed yet." />
      ) : (
        <div className="panel p-5 sm:p-6">
          <ChangeList changes={page.items} label="Changes" />
        </div>
      )}
      <Pager previous={page.previous} next={page.next} />
    </>
  );
}
