/** What the home page's own sections say; it holds for any school. */
export const WORDS = {
  popularClasses: 'A first look at what is taught here.',
  musicGroups: 'Classes by who they are for.',
  Kids: 'Classes for children.',
  Teens: 'Classes for teenagers.',
  Adults: 'Classes for adults.',
  'Private lessons': 'One teacher and one student.',
  popularInstructors: 'Some of our teachers.',
  feedback: 'What others say about us.',
  courseLevels: 'Choose by how far you have come.',
  Beginner: 'For a first start, or a new one.',
  Intermediate: 'For those who play already and want to go on.',
  Advanced: 'For those who have played for years.',
  featuredBlogs: 'For the days between two lessons.',
  contact: 'Ask us which instrument, which teacher or which day.',
};
/** In the demo other words stand in their place. */
export type Words = typeof WORDS & { kicker?: string };
