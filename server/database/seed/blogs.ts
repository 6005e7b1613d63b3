import { readFileSync } from 'node:fs';
import type { BLOG_CATEGORIES } from '#contract/blogs/calls.ts';
import { INSTRUCTORS } from './people.ts';

type Category = (typeof BLOG_CATEGORIES)[number];
/** A post of the demo school before it has an id; `blog` is Markdown, `time` epoch milliseconds. */
export type SeedBlog = {
  title: string;
  blog_description: string;
  blog: string;
  image: string;
  time: number;
  authorname: string;
  reactionscount: number;
  category: Category;
};

type Post = Omit<SeedBlog, 'blog' | 'image' | 'time' | 'authorname'> & {
  file: string;
  author: keyof typeof INSTRUCTORS;
  daysago: number;
};

const DAY_MS = 86_400_000;

const POSTS: readonly Post[] = [
  {
    file: 'twenty-minutes',
    title: 'Twenty Minutes That Count',
    blog_description:
      'How to practise when life is full: a plan for short sessions that leave you better, not just busier.',
    author: 'clara',
    daysago: 4,
    reactionscount: 128,
    category: 'Timing',
  },
  {
    file: 'first-instrument',
    title: 'Choosing a First Instrument: A Family Guide',
    blog_description:
      'Age, hands, neighbours and budget matter. So does a question that most families forget to ask.',
    author: 'hana',
    daysago: 13,
    reactionscount: 214,
    category: 'Learning',
  },
  {
    file: 'stage-fright',
    title: 'Stage Fright Is Energy Without a Job',
    blog_description:
      'Trembling hands are not a lack of talent. What happens in the body, and how to give it something to do.',
    author: 'priya',
    daysago: 24,
    reactionscount: 187,
    category: 'Study',
  },
  {
    file: 'theory-is-a-map',
    title: 'Music Theory Is a Map, Not an Exam',
    blog_description:
      'Three ideas that explain most of what you hear, and an evening walk through a song you know.',
    author: 'clara',
    daysago: 38,
    reactionscount: 96,
    category: 'Subject',
  },
  {
    file: 'practising-with-children',
    title: 'Practising With Your Child Without Losing the Afternoon',
    blog_description:
      'What helps, what hurts, and why the most useful thing a parent can say is often a question.',
    author: 'amara',
    daysago: 51,
    reactionscount: 342,
    category: 'Learning',
  },
  {
    file: 'metronome',
    title: 'Making Peace With the Metronome',
    blog_description:
      'It is neither a judge nor an enemy. Four ways to use the click so that one day you will not need it.',
    author: 'jonas',
    daysago: 67,
    reactionscount: 75,
    category: 'Timing',
  },
  {
    file: 'choosing-a-teacher',
    title: 'How to Choose a Music Teacher, Even If It Is Not One of Us',
    blog_description:
      'Six questions for the trial lesson, three warning signs, and how to leave kindly when it does not fit.',
    author: 'mateo',
    daysago: 82,
    reactionscount: 159,
    category: 'Class',
  },
  {
    file: 'ear-training',
    title: 'Train Your Ears on the Way to Work',
    blog_description:
      'Kettles, trams and birdsong: a month of listening exercises that need neither a desk nor an app.',
    author: 'samira',
    daysago: 99,
    reactionscount: 63,
    category: 'Study',
  },
  {
    file: 'first-concert',
    title: 'Your First Concert, Hour by Hour',
    blog_description:
      'From breakfast to the bow: what to eat, when to stop practising, and what to do when it goes wrong.',
    author: 'elliot',
    daysago: 118,
    reactionscount: 141,
    category: 'Class',
  },
];

/**
 * The demo posts, newest first, read from their Markdown files and dated back from `now` (epoch
 * milliseconds).
 */
export function readBlogs(now: number): SeedBlog[] {
  return POSTS.map(({ file, author, daysago, ...post }) => ({
    ...post,
    blog: readFileSync(new URL(`./blogs/${file}.md`, import.meta.url), 'utf8'),
    image: `/art/blog-${file}-960.webp`,
    time: now - daysago * DAY_MS,
    authorname: INSTRUCTORS[author].name,
  }));
}
