import { t } from '#languages/t.ts';
import type { Words } from './words.ts';

/** What the demo's home page says in its own sections: they tell of a school that there is not. */
export const demoWords = (): Words => ({
  kicker: t('home.demo_kicker'),
  popularClasses: t('home.demo_popular_classes'),
  musicGroups: t('home.demo_music_groups'),
  Kids: t('home.demo_kids'),
  Teens: t('home.demo_teens'),
  Adults: t('home.demo_adults'),
  'Private lessons': t('home.demo_private_lessons'),
  popularInstructors: t('home.demo_popular_instructors'),
  feedback: t('home.demo_feedback'),
  courseLevels: t('home.demo_course_levels'),
  Beginner: t('home.demo_beginner'),
  Intermediate: t('home.demo_intermediate'),
  Advanced: t('home.demo_advanced'),
  featuredBlogs: t('home.featured_blogs_lead'),
  contact: t('home.demo_contact'),
});
