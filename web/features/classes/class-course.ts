import { classPath, type ListedClass, type Meets } from '#contract/classes/calls.ts';
import { groupLabel, isPlainGroup, isPlainLevel, levelLabel } from '#contract/classes/labels.ts';
import { teacherName } from '#contract/former.ts';
import type { AgeLimits } from '#contract/learners/ages.ts';
import { WEEKDAYS } from '#contract/time/weekdays.ts';
import { t } from '#languages/t.ts';
import { absolute, pageAddress, type Site } from '#web/lib/page/page-meta.ts';

/** The words up to the first full stop that ends a sentence; search engines show no more. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/**
 * Ages as schema.org's `typicalAgeRange` has them: `7-9`, `11-`; from birth where only the oldest is named.
 */
const ageRangeOf = ({ agefrom, ageto }: AgeLimits) =>
  agefrom === undefined && ageto === undefined ? undefined : `${agefrom ?? 0}-${ageto ?? ''}`;

/**
 * When a class meets as schema.org's Schedule, one for each plan. Google reads `Weekly`; for every other week
 * there is only the duration of schema.org. The school does not say how often each of several plans is held.
 */
function schedulesOf({ plans, firstday, lastday, lessons }: Meets, timezone = 'UTC') {
  return plans.map(({ weekday, starttime, minutes, everyweeks }) => ({
    '@type': 'Schedule',
    byDay: `https://schema.org/${WEEKDAYS[weekday - 1]}`,
    startTime: starttime,
    duration: `PT${minutes}M`,
    repeatFrequency: everyweeks === 1 ? 'Weekly' : 'P2W',
    ...(plans.length === 1 && { repeatCount: lessons }),
    startDate: firstday,
    endDate: lastday,
    scheduleTimezone: timezone,
  }));
}

/** A class as schema.org's Course with its offer, for search engines. */
export function classCourse(musicClass: ListedClass, site: Site) {
  const { origin, school } = site;
  const {
    classname,
    description,
    image,
    instructorname,
    instructorid,
    level,
    group,
    price,
    priceunit,
    availableseat,
    meets,
  } = musicClass;
  const url = pageAddress(site, classPath(musicClass));
  const range = ageRangeOf(musicClass);
  const isFlat = school.enrolmentPrice !== 'class';
  const isFree = price === 0 && (school.enrolmentPrice === 0 || school.enrolmentPrice === 'class');
  return {
    '@type': 'Course',
    '@id': url,
    url,
    name: classname,
    description:
      firstSentence(description) ||
      (isPlainGroup(school, group)
        ? t('classes.in_a_sentence', { classname, group, teacher: teacherName(instructorname) })
        : t('classes.in_a_sentence_named', {
            classname,
            group: groupLabel(school, group),
            teacher: teacherName(instructorname),
          })),
    image: absolute(origin, image),
    educationalLevel: isPlainLevel(school, level) ? level : levelLabel(school, level),
    ...(range !== undefined && { typicalAgeRange: range }),
    provider: { '@type': 'MusicSchool', name: school.name, url: origin },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      instructor: {
        '@type': 'Person',
        name: teacherName(instructorname),
        ...(instructorid && { url: pageAddress(site, `/instructors/${instructorid}`) }),
      },
      ...(meets && { courseSchedule: schedulesOf(meets, school.timezone) }),
    },
    offers: {
      '@type': 'Offer',
      category: isFree ? 'Free' : 'Paid',
      // What it costs today, where its own price is what is paid.
      price: isFlat ? price : (musicClass.today?.price ?? price),
      priceCurrency: school.currency.toUpperCase(),
      ...(isFlat &&
        priceunit && {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price,
            priceCurrency: school.currency.toUpperCase(),
            unitText: priceunit,
          },
        }),
      availability: `https://schema.org/${availableseat > 0 ? 'InStock' : 'SoldOut'}`,
      url,
    },
  };
}
