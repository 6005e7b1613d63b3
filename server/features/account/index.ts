export { endEverySignIn, endEverySignInOf } from './end-every-sign-in.ts';
export { refuseErased } from './finish-erasure.ts';
export { accountRows } from './rows.ts';
