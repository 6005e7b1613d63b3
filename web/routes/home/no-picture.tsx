import { Music } from '#web/components/icons/music.tsx';

/** Stands where the school has added what there is no drawing of. */
export const NoPicture = ({ className }: { className: string }) => (
  <div className={`flex w-full items-center justify-center bg-mist ${className}`}>
    <Music className="size-12 text-plum opacity-60" aria-hidden="true" />
  </div>
);
