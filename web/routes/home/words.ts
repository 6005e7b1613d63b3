import { t } from '#languages/t.ts';

/** What the home page's own sections say; it holds for any school. */
export const homeWords = () => ({
  popularClasses: t('home.popular_classes_lead'),
  musicGroups: t('home.music_groups_lead'),
  Kids: t('home.for_kids'),
  Teens: t('home.for_teens'),
  Adults: t('home.for_adults'),
  'Private lessons': t('home.for_one'),
  popularInstructors: t('home.popular_instructors_lead'),
  feedback: t('home.feedback_lead'),
  courseLevels: t('home.course_levels_lead'),
  Beginner: t('home.for_beginners'),
  Intermediate: t('home.for_intermediates'),
  Advanced: t('home.for_advanced'),
  featuredBlogs: t('home.featured_blogs_lead'),
  contact: t('home.contact_lead'),
});
/** In the demo other words stand in their place. */
export type Words = ReturnType<typeof homeWords> & { kicker?: string };
