import { t } from '#languages/t.ts';

type Props = {
  /** Whether any student is without a mark. */
  isPossible: boolean;
  /** How many were marked by it and can be taken back still. */
  undone: number;
  onMark: () => void;
  onUndo: () => void;
};

/** Marks all who have no mark yet, and takes that back. */
export function AllPresent({ isPossible, undone, onMark, onUndo }: Props) {
  if (undone > 0)
    return (
      <p role="status" className="flex flex-wrap items-center gap-3">
        {t('registers.marked_present', { count: undone })}
        <button type="button" className="btn btn-outline min-h-12" onClick={onUndo}>
          {t('registers.undo')}
        </button>
      </p>
    );
  return (
    <button type="button" className="btn btn-primary min-h-12" disabled={!isPossible} onClick={onMark}>
      {t('registers.all_present')}
    </button>
  );
}
