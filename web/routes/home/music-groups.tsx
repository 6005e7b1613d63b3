import { Link } from 'react-router';
import type { ClassGroup } from '#contract/classes/calls.ts';
import { groupLabel, isPlainGroup } from '#contract/classes/labels.ts';
import { isBuiltIn, valuesOf } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { useConfig } from '#web/lib/page/config.ts';
import { NoPicture } from './no-picture.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

const PICTURES: Readonly<Record<ClassGroup, string>> = {
  Kids: 'kids',
  Teens: 'teens',
  Adults: 'adults',
  'Private lessons': 'private',
};

export function MusicGroups({ words }: { words: Words }) {
  const { school } = useConfig();
  return (
    <Section
      id="music-groups"
      title={t('home.music_groups')}
      lead={words.musicGroups}
      className="bg-base-100"
    >
      <ul className="grid cards-by-letters gap-4 sm:gap-5 lg:grid-cols-4">
        {valuesOf(school, 'groups').map((group) => (
          <li key={group} className="group relative overflow-hidden rounded-card bg-base-200">
            {isBuiltIn('groups', group) ? (
              <Picture
                url={`/art/group-${PICTURES[group as ClassGroup]}-960.webp`}
                alt=""
                sizes="(min-width: 64rem) 23vw, 45vw"
                className="aspect-4/3 w-full transition-transform duration-500 ease-calm group-hover:scale-[1.03] lg:aspect-[5/6]"
              />
            ) : (
              <NoPicture className="aspect-4/3 lg:aspect-[5/6]" />
            )}
            <div className="px-3 py-4 sm:p-5">
              <h3 className="wrap-anywhere text-subheading">
                <Link
                  to={`/classes?group=${encodeURIComponent(group)}`}
                  className="after:absolute after:inset-0 after:rounded-card group-hover:underline"
                >
                  {groupLabel(school, group)}
                </Link>
              </h3>
              {isPlainGroup(school, group) && (
                <p className="mt-1.5 text-quiet">{words[group as ClassGroup]}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
