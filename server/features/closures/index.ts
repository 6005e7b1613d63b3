export { applyClosure } from './apply-closure.ts';
export { type ClosureFields, findLessonsOn, findSameClosure, insertClosure } from './queries.ts';
export { closureRows } from './rows.ts';
