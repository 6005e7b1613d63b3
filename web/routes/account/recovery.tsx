import { useNavigate } from 'react-router';
import { accountCalls, type Recovery } from '#contract/account/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { Panel } from '#web/features/account/panels/panel.tsx';
import { recoveryChanges } from '#web/features/account/recovery-changes.ts';
import { END_WORDS, setUpName } from '#web/features/account/set-up-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import type { Route } from './+types/recovery';

const api = apiOf(accountCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.check_your_account')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export const clientLoader = () => api.readRecovery();

export const clientAction = actionOf(recoveryChanges);

export const HydrateFallback = () => <Spinner />;

export default function RecoveryPage({ loaderData: { recovered, goeson } }: Route.ComponentProps) {
  const { moment } = useFormats();
  const navigate = useNavigate();
  const close = useChange(recoveryChanges, 'closeRecovery');
  async function finish() {
    const { isDone } = await close.run();
    if (isDone) await navigate('/');
  }
  return (
    <div className="wrap max-w-3xl py-10 lg:py-14">
      <PageHeading
        title={t('account.check_your_account')}
        lead={
          recovered
            ? t('account.everyone_signed_out', { moment: moment(recovered.at) })
            : t('account.what_account_shares')
        }
      />
      <div className="mt-8 grid gap-6">
        {recovered && recovered.ended.length > 0 && (
          <Panel title={t('account.ended_to_be_safe')} lead={t('account.ended_lead')}>
            <ul className="divide-y divide-base-300">
              {recovered.ended.map((one) => (
                <li key={`${one.kind} ${one.id}`} className="py-3">
                  <Words {...one} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <GoesOn goeson={goeson} />
      </div>
      {recovered && (
        <div className="mt-8">
          <FormMessage problem={close.problem} />
          <ActionButton className="btn btn-primary max-sm:w-full" isBusy={close.isBusy} onClick={finish}>
            {goeson.length > 0 ? t('account.i_know_everything_still_active') : t('account.done')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

type SetUp = Recovery['goeson'][number];

function Words({ kind, title, detail, createdat }: SetUp) {
  const { day } = useFormats();
  return (
    <>
      <span className="wrap-anywhere block font-medium">{setUpName({ kind, title })}</span>
      <span className="wrap-anywhere text-quiet text-sm">
        {detail
          ? t('account.detail_since', { detail, day: day(createdat) })
          : t('account.since', { day: day(createdat) })}
      </span>
    </>
  );
}

function GoesOn({ goeson }: { goeson: readonly SetUp[] }) {
  const end = useChange(recoveryChanges, 'endSetUp');
  const endAll = useChange(recoveryChanges, 'endAllSetUp');
  const isBusy = end.isBusy || endAll.isBusy;
  if (goeson.length === 0)
    return (
      <Panel title={t('account.still_active')}>
        <p>{t('account.nothing_still_active')}</p>
      </Panel>
    );
  return (
    <Panel title={t('account.still_active')} lead={t('account.still_active_lead')}>
      <ul className="divide-y divide-base-300">
        {goeson.map((one) => (
          <li key={`${one.kind} ${one.id}`} className="flex flex-wrap items-center gap-3 py-3">
            <span className="min-w-[min(11rem,100%)] flex-1">
              <Words {...one} />
            </span>
            <ActionButton
              className="btn btn-outline btn-sm"
              isUnavailable={isBusy}
              onClick={() => end.run({ kind: one.kind, id: one.id })}
            >
              {rich('account.end_of', {
                end: t(END_WORDS[one.kind]),
                title: one.title,
                hidden: (words) => <span className="sr-only">{words}</span>,
              })}
            </ActionButton>
          </li>
        ))}
      </ul>
      <FormMessage problem={end.problem || endAll.problem} />
      {goeson.length > 1 && (
        <ActionButton
          className="btn btn-outline mt-4"
          isBusy={endAll.isBusy}
          isUnavailable={isBusy}
          onClick={() => endAll.run()}
        >
          {t('account.remove_all_of_them')}
        </ActionButton>
      )}
    </Panel>
  );
}
