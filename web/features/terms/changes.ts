import type { TermCopyDraft, TermDraft } from '#contract/terms/calls.ts';
import { termOfficeCalls } from '#contract/terms/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(termOfficeCalls);

const really = { querystring: {} };

/** What admins change of terms. */
export const termChanges = {
  addTerm: (body: TermDraft) => attempt(api.addTerm({ body, ...really }), () => t('terms.added')),
  updateTerm: ({ id, ...body }: { id: string; version: number } & TermDraft) =>
    attempt(api.updateTerm({ params: { id }, body, ...really }), () => t('common.saved')),
  deleteTerm: ({ version, ...params }: { id: string; version: number }) =>
    announce(api.deleteTerm({ params, body: { version }, ...really }), { done: t('terms.deleted') }),
  copyTerm: ({ id, ...body }: { id: string } & TermCopyDraft) =>
    attempt(api.copyTerm({ params: { id }, body, ...really }), ({ classes }) =>
      t('terms.copied', { count: classes }),
    ),
};

/** What copying would come to; nothing changes. */
export const tryCopyTerm = (id: string, body: TermCopyDraft) =>
  attempt(api.copyTerm({ params: { id }, body, querystring: { dry: '1' } }));
