import type { Api } from '#contract/client.ts';
import { api } from '#web/lib/api.ts';
import { actionOf } from '#web/lib/change.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/home';
import { choiceChanges } from './class-choice.tsx';
import { ArtClasses, NextEvent } from './home/banners.tsx';
import { Contact, schoolOnMap } from './home/contact.tsx';
import { CourseLevels } from './home/course-levels.tsx';
import { FeaturedBlogs } from './home/featured-blogs.tsx';
import { Feedback } from './home/feedback.tsx';
import { Hero } from './home/hero.tsx';
import { MusicGroups } from './home/music-groups.tsx';
import { Numbers } from './home/numbers.tsx';
import { PopularClasses } from './home/popular-classes.tsx';
import { PopularInstructors } from './home/popular-instructors.tsx';

const INSTRUCTORS_SHOWN = 4;
const BLOGS_SHOWN = 3;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Homepage',
    description:
      'A music school for children, teenagers and adults: small classes, patient teachers and instruments to borrow, from the first note to the first concert.',
    path: '/',
    about: schoolOnMap,
  });

async function load(from: Api) {
  const [classes, instructors, posts] = await Promise.all([
    from.listPopularClasses(),
    from.browseInstructors(),
    from.browseBlogs(),
  ]);
  return {
    classes,
    instructors: instructors.items.slice(0, INSTRUCTORS_SHOWN),
    posts: posts.items.slice(0, BLOGS_SHOWN),
  };
}
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

export const clientAction = actionOf(choiceChanges);

export default function Home({ loaderData }: Route.ComponentProps) {
  const { classes, instructors, posts } = loaderData;
  return (
    <>
      <Hero />
      <PopularClasses classes={classes} />
      <MusicGroups />
      <PopularInstructors instructors={instructors} />
      <ArtClasses />
      <NextEvent />
      <Feedback />
      <Numbers />
      <CourseLevels />
      <FeaturedBlogs posts={posts} />
      <Contact />
    </>
  );
}
