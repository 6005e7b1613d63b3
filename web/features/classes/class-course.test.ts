import { expect, test } from 'vitest';
import type { ListedClass } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { classCourse } from './class-course.ts';
import { classItemList } from './class-item-list.ts';

const musicClass: ListedClass = {
  _id: 'c1',
  classname: 'Violin for beginners',
  image: '/i/violin.webp',
  price: 120,
  instructorname: 'Clara',
  instructorid: 'u1',
  availableseat: 3,
  enrolledstudents: 4,
  level: 'Beginner',
  group: 'Kids',
  description: 'First steps. Bring nothing.',
  meets: null,
};
const school = {
  name: 'Cadenza',
  currency: 'eur',
  enrolmentPrice: 60,
  cancelUntilHours: 48,
  timezone: 'UTC',
  languages: ['en' as const],
};
const config = { origin: 'https://school.example', school } as ClientConfig;

/**
 * What Google requires of a course
 * (developers.google.com/search/docs/appearance/structured-data/course-info), save when it meets where nobody
 * has said: nothing is invented.
 */
test('a class is a course with its own address, its name, description, provider, instance and offer', () => {
  expect(classCourse(musicClass, config)).toEqual({
    '@type': 'Course',
    '@id': 'https://school.example/classes/c1',
    url: 'https://school.example/classes/c1',
    name: 'Violin for beginners',
    description: 'First steps.',
    image: 'https://school.example/i/violin.webp',
    educationalLevel: 'Beginner',
    provider: { '@type': 'MusicSchool', name: 'Cadenza', url: 'https://school.example' },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      instructor: { '@type': 'Person', name: 'Clara', url: 'https://school.example/instructors/u1' },
    },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: 120,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url: 'https://school.example/classes/c1',
    },
  });
});

test('a list of classes tells where each has its page, in their order', () => {
  const other = { ...musicClass, _id: 'c2', classname: 'Cello' };
  const item = { '@type': 'ListItem', position: 1, name: 'Violin for beginners' };
  expect(classItemList([musicClass, other], config)).toEqual({
    '@type': 'ItemList',
    itemListElement: [
      { ...item, url: 'https://school.example/classes/c1' },
      { ...item, position: 2, name: 'Cello', url: 'https://school.example/classes/c2' },
    ],
  });
});

test('without words of its own a course is described by what is known of it', () => {
  expect(classCourse({ ...musicClass, description: '' }, config).description).toBe(
    'Violin for beginners, a class for kids with Clara.',
  );
});

test('only what costs nothing at all is free', () => {
  const offerOf = (price: number, enrolmentPrice: number | 'class') =>
    classCourse({ ...musicClass, price }, { ...config, school: { ...config.school, enrolmentPrice } }).offers
      .category;
  expect([offerOf(0, 'class'), offerOf(0, 0)]).toEqual(['Free', 'Free']);
  expect([offerOf(0, 60), offerOf(1, 'class'), offerOf(1, 0)]).toEqual(['Paid', 'Paid', 'Paid']);
});

test('a class without seats is sold out', () => {
  expect(classCourse({ ...musicClass, availableseat: 0 }, config).offers.availability).toBe(
    'https://schema.org/SoldOut',
  );
});

test('the ages that a class is for are those of the course', () => {
  const rangeOf = (ages: { agefrom?: number; ageto?: number }) =>
    classCourse({ ...musicClass, ...ages }, config).typicalAgeRange;
  expect(rangeOf({ agefrom: 6, ageto: 9 })).toBe('6-9');
  expect(rangeOf({ agefrom: 16 })).toBe('16-');
  expect(rangeOf({ ageto: 9 })).toBe('0-9');
  expect(rangeOf({})).toBeUndefined();
});

test('when a class meets is its schedule, one for each day of the week', () => {
  const plan = { weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1 as const };
  const meets = { plans: [plan], firstday: '2027-01-12', lastday: '2027-03-30', lessons: 12 };
  const scheduleOf = (meets: ListedClass['meets']) =>
    classCourse({ ...musicClass, meets }, config).hasCourseInstance.courseSchedule;
  const schedule = {
    '@type': 'Schedule',
    byDay: 'https://schema.org/Tuesday',
    startTime: '16:00',
    duration: 'PT45M',
    repeatFrequency: 'Weekly',
    startDate: '2027-01-12',
    endDate: '2027-03-30',
    scheduleTimezone: 'UTC',
  };
  expect(scheduleOf(meets)).toEqual([{ ...schedule, repeatCount: 12 }]);
  const sunday = { ...plan, weekday: 7, everyweeks: 2 as const };
  expect(scheduleOf({ ...meets, plans: [plan, sunday] })).toEqual([
    schedule,
    { ...schedule, byDay: 'https://schema.org/Sunday', repeatFrequency: 'P2W' },
  ]);
  expect(scheduleOf(null)).toBeUndefined();
});
