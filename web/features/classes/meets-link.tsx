import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { meetsInBrief } from '#contract/messages/meets-words.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** When a class meets, as a link to its lessons; without a plan, a link to the form of its plans. */
export function MeetsLink({
  item: { _id, classname, meets },
  area,
}: {
  item: Pick<MusicClass, '_id' | 'classname' | 'meets'>;
  area: '/instructor' | '/admin';
}) {
  const formats = useFormats();
  const words = meets ? meetsInBrief(meets, formats) : 'Set the times';
  return (
    <Link
      to={`${area}/${meets ? 'lessons' : 'plan'}/${_id}`}
      className="link wrap-anywhere text-quiet text-sm"
      aria-label={meets ? `${words}: lessons of ${classname}` : `${words}: ${classname}`}
    >
      {words}
    </Link>
  );
}
