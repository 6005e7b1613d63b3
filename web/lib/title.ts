import type { ClientConfig } from '#contract/config.ts';

type Matches = readonly ({ id: string; loaderData: unknown } | undefined)[];

/** A page's title with the school's name before it, e.g. `Cadenza | Homepage`; for a route module's `meta`. */
export function titleOf(matches: Matches, page: string) {
  const config = matches.find((match) => match?.id === 'root')?.loaderData as ClientConfig | undefined;
  return { title: `${config?.schoolName ?? 'Cadenza'} | ${page}` };
}
