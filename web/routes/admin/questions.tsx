import { Link } from 'react-router';
import { QUESTION_DAYS, questionCalls } from '#contract/questions/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { questionChanges } from '#web/features/questions/changes.ts';
import { QuestionList } from '#web/features/questions/question-list.tsx';
import { chosen, placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/questions';

const api = apiOf(questionCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.questions')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const answered = chosen(searchParams, 'answered', ['1']);
  const page = await api.browseQuestions({ querystring: { ...placeIn(searchParams), answered } });
  return { page, isAnswered: answered !== undefined };
}

export const clientAction = actionOf(questionChanges);

const LISTS = [
  { to: '/admin/questions', label: 'questions.waiting', isAnswered: false },
  { to: '/admin/questions?answered=1', label: 'questions.answered', isAnswered: true },
] as const;

export default function Questions({ loaderData: { page, isAnswered } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('areas.questions')} lead={t('questions.admin_lead', { days: QUESTION_DAYS })} />
      <nav aria-label={t('areas.questions')} className="mt-6 flex flex-wrap gap-2">
        {LISTS.map((list) => (
          <Link
            key={list.to}
            to={list.to}
            aria-current={list.isAnswered === isAnswered ? 'page' : undefined}
            className={`btn btn-sm ${list.isAnswered === isAnswered ? 'btn-primary' : 'btn-outline'}`}
          >
            {t(list.label)}
          </Link>
        ))}
      </nav>
      <div className="mt-6">
        {page.items.length === 0 ? (
          <Empty sentence={t(isAnswered ? 'questions.none_answered' : 'questions.none_waiting')} />
        ) : (
          <QuestionList questions={page.items} />
        )}
      </div>
      <Pager previous={page.previous} next={page.next} />
    </>
  );
}
