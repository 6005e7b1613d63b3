export { refuseErased } from './finish-erasure.ts';
