import type { Formats } from '#contract/formats.ts';
import { FOUND_MAX } from '#contract/pages.ts';

/** Says how many of a public list were found, as far as the server counts. */
export function foundText(total: number, one: string, many: string, { count }: Formats): string {
  if (total === 1) return `${one} found`;
  return `${total > FOUND_MAX ? `More than ${count(FOUND_MAX)}` : total} ${many} found`;
}
