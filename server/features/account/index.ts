export { endEverySignIn } from './end-every-sign-in.ts';
export { refuseErased } from './finish-erasure.ts';
export { accountPersonRows } from './rows.ts';
