export { isOpen } from './is-open.ts';
export type { GoLiveOptions } from './list-lines.ts';
export { openProofs } from './proofs.ts';
