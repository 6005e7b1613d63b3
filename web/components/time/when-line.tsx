import type { MusicClass } from '#contract/classes/calls.ts';
import { whenWords } from '#contract/messages/when-words.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** When and where a class meets, in a line wherever a place in it is shown; empty for one without lessons. */
export function WhenLine({
  item: { meets, today },
  className = 'text-quiet text-sm',
}: {
  item: Pick<MusicClass, 'meets' | 'today'>;
  className?: string;
}) {
  const words = whenWords({ meets, next: today?.next }, useFormats());
  return words && <span className={`block ${className}`}>{words}</span>;
}
