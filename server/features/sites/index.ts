export { lockSite } from './queries.ts';
export { siteRows } from './rows.ts';
