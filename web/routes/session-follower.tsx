import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { toast } from '#web/components/layout/toasts.tsx';
import { forgetMyClasses } from '#web/lib/family/my-classes.ts';
import { RECOVERY_PATH, type Session, useSession } from '#web/lib/session/session.ts';

/** How long the guards may take to redirect. */
const GUARD_MS = 500;

/** Pages for accounts that are signed in; a mailed invitation is also shown to those who can sign in. */
const SIGNED_IN_AREAS = /^\/(admin|instructor|student|account(?!\/(claim|invitation)))(\/|$)/;

const whoIs = (session: Session) =>
  session.state === 'signed-in' ? `${session.user._id} ${session.user.role}` : session.state;

/**
 * Makes the screens follow the session: guards and loads run again when who is here changes, and a notice is
 * shown.
 */
export function SessionFollower() {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const who = whoIs(session);
  const before = useRef(who);
  const path = useRef(pathname);
  path.current = pathname;
  const notice = session.state === 'signed-out' ? session.notice : undefined;

  useEffect(() => {
    if (who !== 'loading') forgetMyClasses();
  }, [who]);

  useEffect(() => {
    const was = before.current;
    before.current = who;
    // At start-up guards wait by themselves, and a sign-in page leads on by itself.
    if (was === who || was === 'signed-out' || was === 'loading') return;
    // Signing out of an area leads home, not to the sign-in page.
    const isLeaving = who === 'signed-out' && !notice && SIGNED_IN_AREAS.test(path.current);
    void (isLeaving ? navigate('/') : revalidate());
  }, [who, notice, navigate, revalidate]);

  const isRecovered = session.state === 'signed-in' && session.user.recovered === true;
  useEffect(() => {
    // A sign-in by a form leads there itself.
    if (isRecovered && !/^\/(login|register|account\/)/.test(path.current)) void navigate(RECOVERY_PATH);
  }, [isRecovered, navigate]);

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => {
      // The sign-in page, where a guard may just have led, shows the notice itself.
      if (path.current !== '/login') void toast('info', notice);
    }, GUARD_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return null;
}
