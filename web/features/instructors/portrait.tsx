import { t } from '#languages/t.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';

/** A person's picture over the width of a card; initials where there is none. */
export function Portrait({
  name,
  photoURL,
  sizes,
  isFirst,
}: {
  name: string;
  photoURL: string | null;
  sizes: string;
  isFirst?: boolean;
}) {
  if (photoURL) {
    return (
      <Picture
        url={photoURL}
        alt={t('instructors.portrait_of', { name })}
        sizes={sizes}
        isFirst={isFirst}
        className="aspect-square w-full transition-transform duration-500 ease-calm group-hover:scale-[1.03]"
      />
    );
  }
  return (
    <div className="grid aspect-square place-items-center bg-base-200">
      <PersonAvatar name={name} photoURL={null} size={144} />
    </div>
  );
}
