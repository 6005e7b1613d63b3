import { apiErrorOf } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { t } from '#languages/t.ts';
import { isNotFoundPage } from '#web/lib/api/missing.ts';

type Matches = readonly ({ id: string; loaderData: unknown; error?: unknown } | undefined)[];

/** What a page is called that cannot be shown. */
export const failureTitle = (error: unknown) =>
  isNotFoundPage(error) || apiErrorOf(error)?.kind === 'missing'
    ? t('common.not_found')
    : t('common.not_loaded');

/**
 * A page's title with the school's name before it, e.g. `Cadenza | Homepage`; for a route module's `meta`.
 * Where the page could not be loaded it is called by that.
 */
export function titleOf(matches: Matches, page: string) {
  const config = matches.find((match) => match?.id === 'root')?.loaderData as ClientConfig | undefined;
  const error = matches.find((match) => match?.error)?.error;
  return { title: `${config?.school.name ?? 'Cadenza'} | ${error ? failureTitle(error) : page}` };
}
