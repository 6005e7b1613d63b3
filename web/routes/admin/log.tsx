import { Link } from 'react-router';
import { CHANGE_SUBJECTS, type ChangeSubject, changeCalls } from '#contract/changes/calls.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { ChangeList } from '#web/features/changes/change-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/log';

const api = apiOf(changeCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Log'), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { about: query.about, page: await api.listChanges({ querystring: query }) };
}

const LABELS: { readonly [S in ChangeSubject]: string } = {
  class: 'Classes',
  lesson: 'Lessons',
  family: 'Families',
  user: 'Accounts',
  payment: 'Payments',
  question: 'Questions',
  integration: 'Integrations',
  school: 'School',
  mail: 'Emails',
};

const CHOICES = [
  { about: undefined, label: 'Everything' },
  ...CHANGE_SUBJECTS.map((about) => ({ about, label: LABELS[about] })),
];

export default function Log({ loaderData: { about, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Log"
        lead="Who changed what, and when: classes and lessons, families, roles, payments, terms and what the school says of itself."
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
