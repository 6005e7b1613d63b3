export { findWishers } from './find-wishers.ts';
export { deleteWish, lockWish } from './queries.ts';
export { wishRows } from './rows.ts';
