import type { Words } from './words.ts';

/** What the demo's home page says in its own sections: they tell of a school that there is not. */
export const DEMO_WORDS: Words = {
  kicker: 'Music school for every age',
  popularClasses: 'Where most of our students are this term.',
  musicGroups: 'People learn best beside someone who laughs at the same wrong notes.',
  Kids: 'Ages 4 to 12. We sing it, clap it, and only then write it down.',
  Teens: 'Bands, beats and exams, with people who like the same music.',
  Adults: 'Evenings for late starters and for those who come back.',
  'Private lessons': 'One teacher, one student, and a plan made for you.',
  popularInstructors: 'The teachers whose classes fill first. Their colleagues are just as patient.',
  feedback: 'What families and students tell others about us.',
  courseLevels: 'Not sure where you belong? Take the lower one. No one has ever regretted a good foundation.',
  Beginner:
    'You have never played, or it was long ago. By the end of the course there is a piece that you can play to someone.',
  Intermediate:
    'You read a little and play a little. Now come tone, time and the courage to play with other people.',
  Advanced: 'You practise because you want to. We work on repertoire, style and what happens on a stage.',
  featuredBlogs: 'For the days between two lessons.',
  contact:
    'Ask us which instrument, which teacher or which day. A person answers, usually one who plays something.',
};
