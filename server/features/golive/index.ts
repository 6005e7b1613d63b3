export { openProofs, type Proofs } from './proofs.ts';
