import { classPath, type ListedClass } from '#contract/classes/calls.ts';
import { pageAddress, type Site } from '#web/lib/page/page-meta.ts';

/**
 * Classes in their order as schema.org's ItemList, for search engines: where each has its own page, which is
 * its Course (developers.google.com/search/docs/appearance/structured-data/carousel, a summary page).
 */
export const classItemList = (classes: readonly Pick<ListedClass, '_id' | 'classname'>[], site: Site) => ({
  '@type': 'ItemList',
  itemListElement: classes.map((musicClass, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: musicClass.classname,
    url: pageAddress(site, classPath(musicClass)),
  })),
});
