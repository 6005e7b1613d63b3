import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '#web/lib/session/session.ts';

/**
 * The server shows pages as visitors see them. A class that is not on the list shows to its instructor and to
 * admins all the same, once it is known that one of them is here.
 */
export function LookAgain() {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const isStaff = session.state === 'signed-in' && session.user.role !== 'student';
  useEffect(() => {
    if (isStaff) void revalidate();
  }, [isStaff, revalidate]);
  return null;
}
