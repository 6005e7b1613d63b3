import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { meetsInBrief } from '#contract/messages/meets-words.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** When a class meets, as a link to its lessons; without a plan, a link to the form of its plans. */
export function MeetsLink({
  item: { _id, classname, meets },
  area,
  term,
}: {
  item: Pick<MusicClass, '_id' | 'classname' | 'meets'>;
  area: '/instructor' | '/admin';
  /** In which terms it meets, by their names; may be empty. */
  term: string;
}) {
  const formats = useFormats();
  const when = meets && [term, meetsInBrief(meets, formats)].filter(Boolean).join(' · ');
  const words = when ?? t('classes.set_times');
  return (
    <Link
      to={`${area}/${meets ? 'lessons' : 'plan'}/${_id}`}
      className="link wrap-anywhere text-quiet text-sm"
      aria-label={
        meets ? t('classes.lessons_of', { when: words, classname }) : t('classes.set_times_of', { classname })
      }
    >
      {words}
    </Link>
  );
}
