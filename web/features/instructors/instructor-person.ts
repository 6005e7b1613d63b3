import type { InstructorProfile } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { absolute, pageAddress, type Site } from '#web/lib/page/page-meta.ts';

/** Search engines show no more of a description. */
const DESCRIPTION_MAX = 160;

/** An instructor in a sentence or two: the beginning of their own words, or what they play and teach. */
export function introductionOf({ name, words, instruments, classes }: InstructorProfile): string {
  const own = words.replace(/\s+/g, ' ');
  if (own.length > DESCRIPTION_MAX) return `${own.slice(0, DESCRIPTION_MAX).replace(/\s\S*$/, '')} …`;
  if (own) return own;
  const told = { name, count: classes };
  return instruments.length > 0
    ? t('instructors.teaches_instruments', { ...told, instruments: instruments.join(', ') })
    : t('instructors.teaches', told);
}

/** An instructor as schema.org's Person, for search engines. */
export function instructorPerson(instructor: InstructorProfile, site: Site) {
  const { origin, school } = site;
  const { _id, name, photoURL, words, instruments } = instructor;
  return {
    '@type': 'Person',
    name,
    url: pageAddress(site, `/instructors/${_id}`),
    ...(photoURL && { image: absolute(origin, photoURL) }),
    ...(words && { description: words }),
    ...(instruments.length > 0 && { knowsAbout: instruments }),
    jobTitle: t('instructors.music_teacher'),
    worksFor: { '@type': 'MusicSchool', name: school.name, url: origin },
  };
}
