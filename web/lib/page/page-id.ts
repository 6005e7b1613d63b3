/** The id of what stands beside an area’s menu. */
export const PAGE_ID = 'page';
