export { checkAge, hasAges } from './check-age.ts';
export { checkOpening, isKept } from './check-opening.ts';
export { copyClass } from './copy-class.ts';
export { findWhen, whenFacts } from './find-when.ts';
export { moveOpenings } from './move-openings.ts';
export { type Priced, type Pricing, priceOf, priceOfPlace } from './price-of-place.ts';
export { type ClassRow, findClass, findClassesById, LOOKED_UP } from './queries.ts';
export { readableClass } from './readable-class.ts';
export { withToday } from './with-today.ts';
