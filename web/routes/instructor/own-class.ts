import { ApiError } from '#contract/client.ts';
import { t } from '#languages/t.ts';
import { currentSession } from '#web/lib/session/session.ts';

/**
 * Reads a class of the signed-in instructor; answers not found for another's, though visitors may read it.
 */
export function ownClass<C extends { instructoremail: string }>(found: C): C {
  const session = currentSession();
  if (session.state === 'signed-in' && session.user.email === found.instructoremail) return found;
  throw new ApiError({ status: 404, code: 'class-not-found', detail: t('errors.class_not_found') });
}
