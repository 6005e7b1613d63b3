import { keyCalls } from '#contract/keys/calls.ts';
import { webhookCalls } from '#contract/webhooks/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { keyChanges } from '#web/features/keys/changes.ts';
import { KeyList } from '#web/features/keys/key-list.tsx';
import { webhookChanges } from '#web/features/webhooks/changes.ts';
import { MessageLog } from '#web/features/webhooks/message-log.tsx';
import { WebhookList } from '#web/features/webhooks/webhook-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/integrations';

const api = apiOf(keyCalls, webhookCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.integrations')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const querystring = Object.fromEntries(new URL(request.url).searchParams);
  const [keys, webhooks, messages] = await Promise.all([
    api.listKeys(),
    api.listWebhooks(),
    api.listWebhookMessages({ querystring }),
  ]);
  return { keys, webhooks, messages };
}

export const clientAction = actionOf({ ...keyChanges, ...webhookChanges });

export default function Integrations({ loaderData: { keys, webhooks, messages } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('areas.integrations')} lead={t('integrations.lead')} />
      <div className="mt-8 space-y-12">
        <KeyList keys={keys} />
        <WebhookList webhooks={webhooks} />
        {(webhooks.length > 0 || messages.items.length > 0) && (
          <MessageLog page={messages} webhooks={webhooks} />
        )}
      </div>
    </>
  );
}
