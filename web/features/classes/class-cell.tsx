import { Picture } from '#web/components/picture.tsx';

/** The picture and the name of a class, at the start of a table's row. */
export function ClassCell({ image, name, note }: { image: string; name: string; note?: string }) {
  return (
    <span className="flex items-center gap-3 text-start">
      <Picture url={image} alt="" sizes="64px" className="size-14 shrink-0 rounded-field" />
      <span className="wrap-anywhere md:min-w-24">
        <span className="font-semibold">{name}</span>
        {note && <span className="block text-quiet text-xs">{note}</span>}
      </span>
    </span>
  );
}
