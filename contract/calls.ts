import { blogCalls } from './blogs.ts';
import { classCalls } from './classes.ts';
import { paymentCalls } from './payments.ts';
import { selectionCalls } from './selections.ts';
import { userCalls } from './users.ts';

/** Every call of the product, as plain data; the typed client is made from it. */
export const calls = { ...userCalls, ...classCalls, ...selectionCalls, ...paymentCalls, ...blogCalls };
