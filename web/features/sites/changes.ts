import type { SiteDraft } from '#contract/sites/calls.ts';
import { siteOfficeCalls } from '#contract/sites/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(siteOfficeCalls);

/** What admins change of sites. What is wrong with what was typed is said beside it. */
export const siteChanges = {
  addSite: (body: SiteDraft) => attempt(api.addSite({ body }), t('sites.added')),
  updateSite: ({ id, ...body }: { id: string; version: number } & SiteDraft) =>
    attempt(api.updateSite({ params: { id }, body }), t('sites.saved')),
  deleteSite: ({ version, ...params }: { id: string; version: number }) =>
    announce(api.deleteSite({ params, body: { version } }), { done: t('sites.deleted') }),
};
