import { FOUND_MAX } from '#contract/pages.ts';

/** Says how many of a public list were found, as far as the server counts. */
export function foundText(total: number, one: string, many: string): string {
  if (total === 1) return `${one} found`;
  return `${total > FOUND_MAX ? `More than ${FOUND_MAX.toLocaleString('en')}` : total} ${many} found`;
}
