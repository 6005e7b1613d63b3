import { blogCalls } from '#contract/blogs/calls.ts';
import { classCalls } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { type Fact, type School, schoolCalls } from '#contract/school/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { wordsIn } from '#contract/translations.ts';
import { language } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import type { Welcome } from './sections.tsx';

const INSTRUCTORS_SHOWN = 4;
const BLOGS_SHOWN = 3;

/** The calls that the home page makes. */
export const homeApi = apiOf(schoolCalls, classCalls, instructorCalls, blogCalls);

/** All that the home page may show, with every fact of the school. */
export async function loadHome(from: typeof homeApi, { isDemo }: Pick<ClientConfig, 'isDemo'>) {
  const [school, counts, classes, instructors, posts] = await Promise.all([
    from.readSchool(),
    from.countSchool(),
    from.listPopularClasses(),
    from.browseInstructors(),
    from.browseBlogs(),
  ]);
  return {
    words: isDemo ? (await import('./demo-words.ts')).demoWords() : undefined,
    school,
    counts,
    classes,
    instructors: instructors.items.slice(0, INSTRUCTORS_SHOWN),
    posts: posts.items.slice(0, BLOGS_SHOWN),
  };
}

/**
 * What is not over: an event stays for the whole of its day by the school's clock. `now` in epoch
 * milliseconds.
 */
export function upcoming(facts: readonly Fact[], timezone = 'UTC', now = Date.now()): Fact[] {
  const today = dayAt(now, timezone);
  return facts.filter(({ day }) => !day || day >= today);
}

/** The welcome in the language of the page, or else in the default. */
export function welcomeOf({
  welcome,
  languages,
}: Pick<School, 'welcome' | 'languages'>): Welcome | undefined {
  if (!welcome) return undefined;
  const own = languages.find((code) => code === language());
  const { words, ...shown } = wordsIn<Welcome>(welcome, own, languages);
  return { ...words, lang: shown.language === language() ? undefined : shown.language };
}
