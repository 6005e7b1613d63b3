import { useEffect, useState } from 'react';
import type { ClientConfig } from '#contract/config/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { refreshConfig } from '#web/lib/page/config.ts';

type InCopy = NonNullable<ClientConfig['rehearsal']>;
type Player = InCopy['players'][number];

const ROLES = {
  admin: 'rehearsal.as_admin',
  instructor: 'rehearsal.as_instructor',
  student: 'rehearsal.as_student',
} as const satisfies Record<Player['role'], PlainId>;

/**
 * What tells each page of the copy from one of the school: a frame, and a line that says what time it is, as
 * whom the page is seen, and the way back.
 */
export default function CopyFrame({ home, players, password, ahead }: InCopy) {
  const [busyAs, setBusyAs] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  useMovedClock(ahead);

  async function become({ email }: Player) {
    setBusyAs(email);
    setHasFailed(false);
    try {
      // What signs in is not loaded by pages that are only read.
      const [{ signOut }, { signIn }] = await Promise.all([
        import('#web/lib/session/sign-out.ts'),
        import('#web/lib/session/sign-in.ts'),
      ]);
      await signOut();
      await signIn(email, password);
      location.assign('/dashboard');
    } catch {
      setHasFailed(true);
      setBusyAs(undefined);
    }
  }

  return (
    <>
      <aside
        aria-label={t('rehearsal.frame')}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 border-coral border-x-6 bg-saffron px-3 py-2 text-ink text-sm print:hidden"
      >
        <p className="font-semibold">
          {t('rehearsal.frame')} <Now />
        </p>
        <div className="flex flex-wrap items-center gap-1">
          <span id="see-as">{t('rehearsal.see_as')}</span>
          {players.map((player) => (
            <button
              key={player.email}
              type="button"
              className="btn btn-xs"
              aria-describedby="see-as"
              aria-busy={busyAs === player.email || undefined}
              title={player.name}
              onClick={() => busyAs || void become(player)}
            >
              {t(ROLES[player.role])}
            </button>
          ))}
        </div>
        <a href={home} target="cadenza-school" className="link ms-auto font-semibold">
          {t('rehearsal.to_clock')}
        </a>
        <p role="alert" className={hasFailed ? 'w-full' : 'sr-only'}>
          {hasFailed && t('rehearsal.as_failed')}
        </p>
      </aside>
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-50 border-6 border-coral print:hidden"
      />
    </>
  );
}

/** The time of the copy, whose clock the page's own follows. */
function Now() {
  const { moment } = useFormats();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  // The server rendered it some minutes before, maybe.
  return (
    <time suppressHydrationWarning>
      {t('rehearsal.frame_moment', { moment: moment(new Date(now).toISOString()) })}
    </time>
  );
}

const MINUTE_MS = 60_000;

/** A page that is looked at again after the clock was moved elsewhere begins anew: all that it shows is of then. */
function useMovedClock(ahead: number) {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { rehearsal } = await refreshConfig();
      if (rehearsal && rehearsal.ahead !== ahead) location.reload();
    };
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    addEventListener('focus', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('focus', seen);
    };
  }, [ahead]);
}
