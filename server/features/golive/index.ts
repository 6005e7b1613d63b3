export { openProofs } from './proofs.ts';
