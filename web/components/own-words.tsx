import type { ReactNode } from 'react';
import { ENGLISH, type Shipped } from '#languages/languages.ts';
import { language } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';

/*
 * What the school writes itself stands in its own language, the first of those that it offers, whatever
 * language the page around it is in.
 */

/** The `lang` of the school's own words; none where the page is in their language. */
export function useOwnLanguage(): Shipped | undefined {
  const [own = ENGLISH] = useConfig().school.languages;
  return own === language() ? undefined : own;
}

/** Writes the school's own words into a sentence of the page's. */
export function useOwnWords(): (words: string) => ReactNode {
  const lang = useOwnLanguage();
  return (words) => (lang ? <span lang={lang}>{words}</span> : words);
}

/** The school's own words where no element of theirs stands around them. */
export const OwnWords = ({ children }: { children: string }) => useOwnWords()(children);
