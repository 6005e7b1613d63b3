import { mailCalls } from '#contract/mails/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { mailChanges } from '#web/features/mails/changes.ts';
import { FailedMailList } from '#web/features/mails/failed-mail-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/mails';

const api = apiOf(mailCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.failed_emails')),
  NOT_INDEXED,
];

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  api.browseFailedMails({ querystring: Object.fromEntries(new URL(request.url).searchParams) });

export const clientAction = actionOf(mailChanges);

export default function FailedMails({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('areas.failed_emails')} lead={t('mails.lead')} />
      <div className="mt-8">
        {page.items.length === 0 ? (
          <Empty sentence={t('mails.every_email_has_been_sent')} />
        ) : (
          <FailedMailList mails={page.items} />
        )}
      </div>
      <Pager previous={page.previous} next={page.next} />
    </>
  );
}
