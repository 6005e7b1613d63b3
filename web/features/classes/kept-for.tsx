import type { MusicClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/**
 * Says that a class is kept for its learners of the term before, and when it opens to all; nothing once it
 * has.
 */
export function KeptFor({ opensat }: Pick<MusicClass, 'opensat'>) {
  const { day } = useFormats();
  if (!opensat) return null;
  return (
    <p className="mt-3 rounded-field bg-honey px-3 py-2 text-sm print:hidden">
      {t('classes.kept_for', { day: day(opensat) })}
    </p>
  );
}
