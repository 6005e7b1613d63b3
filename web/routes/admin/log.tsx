import { Link } from 'react-router';
import { CHANGE_SUBJECTS, type ChangeSubject, changeCalls } from '#contract/changes/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
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

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.log')), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { about: query.about, page: await api.listChanges({ querystring: query }) };
}

const LABELS = {
  class: 'changes.classes',
  lesson: 'changes.lessons',
  family: 'changes.families',
  user: 'changes.accounts',
  payment: 'changes.payments',
  question: 'changes.questions',
  integration: 'changes.integrations',
  school: 'changes.school',
  mail: 'changes.emails',
} as const satisfies Record<ChangeSubject, PlainId>;

const CHOICES = [
  { about: undefined, label: 'changes.everything' as const },
  ...CHANGE_SUBJECTS.map((about) => ({ about, label: LABELS[about] })),
];

export default function Log({ loaderData: { about, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('areas.log')} lead={t('changes.lead')} />
      <nav aria-label={t('changes.what_log_is_about')} className="my-6 flex flex-wrap gap-2">
        {CHOICES.map((choice) => (
          <Link
            key={choice.label}
            to={choice.about ? `?about=${choice.about}` : '?'}
            aria-current={choice.about === about ? 'page' : undefined}
            className={`btn btn-sm ${choice.about === about ? 'btn-primary' : 'btn-outline'}`}
          >
            {t(choice.label)}
          </Link>
        ))}
      </nav>
      {page.items.length === 0 ? (
        <Empty sentence={t('changes.none_yet')} />
      ) : (
        <div className="panel p-5 sm:p-6">
          <ChangeList changes={page.items} label={t('changes.changes')} />
        </div>
      )}
      <Pager previous={page.previous} next={page.next} />
    </>
  );
}
