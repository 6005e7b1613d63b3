import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallingKey } from './api-keys.ts';
import type { SignedIn } from './queries.ts';

/** For whom a call is made within another: an account, and the key of the program that asked for it. */
export type Acting = { caller: SignedIn; key: CallingKey };

const acting = new AsyncLocalStorage<Acting>();

/** Makes calls within `work` as an account, in the name of a key. Only the server's own code can begin that. */
export const actAs = <T>(who: Acting, work: () => PromiseLike<T>): Promise<T> =>
  // What only begins when it is waited for, as a request by `inject`, begins here.
  acting.run(who, async () => await work());

/** For whom the present call is made; undefined where it came from outside. */
export const findActing = (): Acting | undefined => acting.getStore();
