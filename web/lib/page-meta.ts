import type { MetaDescriptor } from 'react-router';

/** Keeps a page that is only for one person, or leads elsewhere, out of search engines. */
export const NOT_INDEXED: MetaDescriptor = { name: 'robots', content: 'noindex' };
