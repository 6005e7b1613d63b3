import type { MusicClass } from '#contract/classes.ts';
import { api } from '#web/lib/api.ts';
import { currentSession } from '#web/lib/session/session.ts';

/** The classes of the person who is signed in; none when nobody is. */
export async function loadMyClasses(): Promise<MusicClass[]> {
  const session = currentSession();
  if (session.state !== 'signed-in') return [];
  return api.listClassesOfInstructor({ params: { email: session.user.email } });
}
