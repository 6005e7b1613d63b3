import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '#languages/t.ts';
import { useLeaving } from '#web/components/layout/leaving.tsx';
import { TODAY_PATH } from '#web/lib/page/today-path.ts';
import { retrySession } from '#web/lib/session/retry-session.ts';
import { useSession } from '#web/lib/session/session.ts';

/** What keeps the site from going on, in a sentence over the page. */
export function Trouble() {
  const session = useSession();
  const { why } = useLeaving();
  const { pathname } = useLocation();
  if (why === 'offline') return <Offline />;
  // The page of registers goes on without the school, and says so itself.
  if (session.state === 'failed' && pathname !== TODAY_PATH)
    return <Sentence onRetry={retrySession}>{session.problem}</Sentence>;
  return null;
}

function Offline() {
  const { go } = useLeaving();
  const [isStill, setIsStill] = useState(false);
  return (
    <Sentence onRetry={() => (navigator.onLine ? go() : setIsStill(true))}>
      {isStill ? t('site.still_offline') : t('site.offline')}
    </Sentence>
  );
}

function Sentence({ onRetry, children }: { onRetry: () => unknown; children: ReactNode }) {
  return (
    <div role="alert" className="sticky top-18 z-20 bg-blush">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p>{children}</p>
        <button type="button" className="btn btn-sm" onClick={() => onRetry()}>
          {t('common.retry')}
        </button>
      </div>
    </div>
  );
}
