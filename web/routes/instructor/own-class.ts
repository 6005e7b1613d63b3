import { ApiError } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { currentSession } from '#web/lib/session/session.ts';

/** A class where it is of whoever is signed in; of anybody else's, which everybody may read, it says that there is none. */
export function ownClass<C extends { instructoremail: string }>(found: C): C {
  const session = currentSession();
  if (session.state === 'signed-in' && session.user.email === found.instructoremail) return found;
  const [status, detail] = errors['class-not-found'];
  throw new ApiError({ status, code: 'class-not-found', detail });
}
