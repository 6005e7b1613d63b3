import { Suspense, use } from 'react';
import type { Change } from '#contract/changes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { ChangeList } from './change-list.tsx';

const api = apiOf(classOfficeCalls);

type Loaded = { changes: Change[] } | { problem: string };
export type HistoryLoad = Promise<Loaded>;

/** Starts to load the history of a class; never rejects. Call it in an event handler, not while rendering. */
export const loadClassHistory = (id: string): HistoryLoad =>
  api.listClassHistory({ params: { id } }).then(
    (changes) => ({ changes }),
    (error: Error) => ({ problem: error.message }),
  );

/** Decisions, feedback and changes of a class, once they are there. */
export function ClassHistory({ load }: { load: HistoryLoad }) {
  return (
    <Suspense fallback={<p className="text-quiet">{t('changes.loading_history')}</p>}>
      <History load={load} />
    </Suspense>
  );
}

function History({ load }: { load: HistoryLoad }) {
  const loaded = use(load);
  if ('problem' in loaded) return <p className="text-error">{loaded.problem}</p>;
  if (loaded.changes.length === 0) return <p className="text-quiet">{t('changes.nothing_noted')}</p>;
  return <ChangeList changes={loaded.changes} label={t('changes.history')} />;
}
