import type { ReactNode } from 'react';
import { Music } from '#web/components/icons/music.tsx';

/** A list without items, said in a sentence; `children` may hold what to do about it. */
export function Empty({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-5 px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-mist text-plum">
        <Music className="size-6" aria-hidden="true" />
      </span>
      <p className="text-lead text-quiet">{sentence}</p>
      {children}
    </div>
  );
}
