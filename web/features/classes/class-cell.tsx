import type { ReactNode } from 'react';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';

/** The picture and the name of a class, at the start of a table's row; `children` say for whom it is. */
export function ClassCell({
  image,
  name,
  note,
  children,
}: {
  image: string;
  name: string;
  note?: string;
  children?: ReactNode;
}) {
  return (
    <span className="flex items-center gap-3 text-start max-md:flex-wrap">
      <Picture url={image} alt="" sizes="64px" className="size-14 shrink-0 rounded-field" />
      <span className="wrap-anywhere max-md:grow max-md:basis-28 md:min-w-24">
        <span className="font-semibold">
          <OwnWords>{name}</OwnWords>
        </span>
        {note && <span className="block text-quiet text-xs">{note}</span>}
        {children && <span className="mt-1 block">{children}</span>}
      </span>
    </span>
  );
}
