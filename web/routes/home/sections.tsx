import { memo } from 'react';
import type { BlogSummary } from '#contract/blogs/calls.ts';
import type { ListedClass } from '#contract/classes/calls.ts';
import type { Instructor } from '#contract/instructors/calls.ts';
import {
  type Fact,
  type FactKind,
  type School,
  type SchoolCounts,
  VOICES_SHOWN,
} from '#contract/school/calls.ts';
import { Events } from './banners.tsx';
import { Contact } from './contact.tsx';
import { CourseLevels } from './course-levels.tsx';
import { FeaturedBlogs } from './featured-blogs.tsx';
import { Feedback } from './feedback.tsx';
import { Hero } from './hero.tsx';
import { MusicGroups } from './music-groups.tsx';
import { Numbers } from './numbers.tsx';
import { PopularClasses } from './popular-classes.tsx';
import { PopularInstructors } from './popular-instructors.tsx';
import { homeWords, type Words } from './words.ts';

/** What the school says first; `lang` where that is in another language than the page. */
export type Welcome = Pick<NonNullable<School['welcome']>, 'title' | 'words' | 'lines'> & {
  lang?: string | undefined;
};

/** What the home page is made of, beside what every page knows of the school. */
export type HomeData = {
  school: Pick<School, 'facts'> & { welcome?: Welcome | undefined };
  /** What the sections say in the demo. */
  words?: Words;
  counts: SchoolCounts;
  classes: readonly ListedClass[];
  instructors: readonly Instructor[];
  posts: readonly BlogSummary[];
};

/**
 * The sections of the home page, each where there is something to show. They are left alone while another
 * page is on its way.
 */
export const HomeSections = memo((data: HomeData) => {
  const { school, words = homeWords(), counts, classes, instructors, posts } = data;
  const of = (kind: FactKind): Fact[] => school.facts.filter((fact) => fact.kind === kind);
  const hasClasses = classes.length > 0;
  return (
    <>
      <Hero {...data} />
      <PopularClasses classes={classes} words={words} />
      {hasClasses && <MusicGroups words={words} />}
      <PopularInstructors instructors={instructors} words={words} />
      <Events events={of('event')} />
      <Feedback voices={of('voice').slice(0, VOICES_SHOWN)} words={words} />
      <Numbers numbers={of('number')} counts={counts} />
      {hasClasses && <CourseLevels words={words} />}
      <FeaturedBlogs posts={posts} words={words} />
      <Contact words={words} />
    </>
  );
});
