import { useId } from 'react';
import type { PrintChange } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';

/** What differs from the programme that was printed, to be announced; nothing where all is as it was. */
export function PrintChanges({ changes }: { changes: readonly PrintChange[] }) {
  const id = useId();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="panel mt-4 p-5">
      <h2 id={id} className="text-subheading">
        {t('recitals.since_printed')}
      </h2>
      <ul className="wrap-anywhere mt-2 list-disc space-y-1 ps-5">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.number} ${change.title}`}>{sentenceOf(change)}</li>
        ))}
      </ul>
    </section>
  );
}

function sentenceOf({ kind, number, title, after }: PrintChange): string {
  const said = { number: number ?? 0, title, after: after ?? 0 };
  switch (kind) {
    case 'evening':
      return t('recitals.changed_evening');
    case 'dropped':
      return t('recitals.changed_dropped', said);
    case 'added':
      return t('recitals.changed_added', said);
    case 'words':
      return t('recitals.changed_words', said);
    case 'players':
      return t('recitals.changed_players', said);
    case 'named':
      return t('recitals.changed_named', said);
    case 'moved':
      return t('recitals.changed_moved', said);
  }
}
