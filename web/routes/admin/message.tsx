import { Link } from 'react-router';
import { circularCalls, RECIPIENT_DAYS } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { AimWords, Reached } from '#web/features/circulars/circular-list.tsx';
import { RecipientList } from '#web/features/circulars/recipient-list.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/message';

const api = apiOf(circularCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.messages')), NOT_INDEXED];

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  api.readCircular({ params, querystring: placeIn(new URL(request.url).searchParams) });

export default function Message({ loaderData: circular }: Route.ComponentProps) {
  const { subject, html, aim, createdat, sentby, recipients, previous, next } = circular;
  const lang = useOwnLanguage();
  return (
    <>
      <Link to="/admin/messages" className="link text-sm print:hidden">
        {t('areas.messages')}
      </Link>
      <div className="mt-2">
        <PageHeading title={subject} />
      </div>
      <p className="wrap-anywhere mt-2 text-quiet">
        <AimWords aim={aim} /> · <Moment at={createdat} />
        {sentby && <> · {sentby}</>}
      </p>
      <div
        lang={lang}
        className="article panel mt-6 max-w-2xl p-5"
        // Made from Markdown on the server, which lets no HTML of the author's through.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <section aria-labelledby="who" className="mt-10">
        <h2 id="who" className="text-subheading">
          {t('circulars.who_got_it')}
        </h2>
        <div className="mt-2 mb-4">
          <Reached {...circular} />
        </div>
        {recipients.length === 0 ? (
          <Empty sentence={t('circulars.no_longer_known', { days: RECIPIENT_DAYS })} />
        ) : (
          <RecipientList recipients={recipients} />
        )}
        <Pager previous={previous} next={next} />
      </section>
    </>
  );
}
