import { type KeyDraft, keyCalls } from '#contract/keys/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(keyCalls);

/** What admins change of API keys. What is wrong with a new one is said in its dialog. */
export const keyChanges = {
  addKey: (body: KeyDraft) => attempt(api.addKey({ body })),
  revokeKey: (params: { id: string }) => announce(api.revokeKey({ params }), { done: t('keys.revoked') }),
};
