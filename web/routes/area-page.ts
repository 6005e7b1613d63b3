import type { Role } from '#contract/users/calls.ts';
import type { PlainId } from '#languages/t.ts';
import type { Icon } from '#web/components/icons/icon.tsx';

/**
 * A page of an area and what its heading says. Those with a label are linked in the sidebar, the area's own
 * page first.
 */
export type AreaPage = {
  to: string;
  heading: PlainId;
  label?: PlainId;
  icon?: Icon;
  /** Of the area's roles the one that the page is for; left out where it is for all. */
  only?: Role;
  /** Under which heading the menu has it; an area whose pages have none is a strip of tabs on a phone. */
  group?: PlainId;
};

/** The page of an address; without a heading where none is known. */
export function pageAt(pages: readonly AreaPage[], path: string): Partial<AreaPage> {
  const [home, ...others] = pages;
  return path === home?.to ? home : (others.find(({ to }) => `${path}/`.startsWith(`${to}/`)) ?? {});
}
