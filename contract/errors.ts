import type * as z from 'zod';
import type * as schema from './errors.schema.ts';

/**
 * Every refusal of the product's own calls, once: code → HTTP status and the sentence a person reads. The web switches on
 * the code, never on the text.
 */
export const errors = {
  'invalid-input': [400, 'Something in the request is missing or has the wrong form.'],
  'invalid-json': [400, 'The request body is not valid JSON.'],
  'unsupported-media-type': [415, 'Send the request body as JSON.'],
  'too-large': [413, 'The request is too large.'],
  'headers-too-large': [431, 'The request carries more headers than are read here.'],
  'too-slow': [408, 'The request took too long to come in. Check your connection and try again.'],
  'signature-invalid': [400, 'The message does not carry a valid signature.'],
  'price-differs': [400, 'The price has changed. Load the page again to see the current one.'],
  unauthenticated: [401, 'Sign in to continue.'],
  'session-ended': [401, 'Your session has ended. Sign in again.'],
  'key-unknown': [401, 'There is no such API key, or it was revoked.'],
  'key-forbidden': [403, 'This API key is not for this call: it lacks the scope, or no key may make it.'],
  forbidden: [403, 'You are not allowed to do this.'],
  'sign-in-too-old': [403, 'Please confirm who you are once more before you do this.'],
  'account-taken': [403, 'This address belongs to another account of the school.'],
  'consent-required': [
    403,
    'To get an account, agree to the school’s current terms of use and privacy policy.',
  ],
  'account-erased': [403, 'This account has been deleted.'],
  'not-found': [404, 'This does not exist.'],
  'class-not-found': [404, 'This class does not exist.'],
  'user-not-found': [404, 'This user does not exist.'],
  'instructor-not-found': [404, 'This person does not teach here.'],
  'instructor-left': [410, 'This person no longer teaches here.'],
  'blog-not-found': [404, 'This blog post does not exist.'],
  'text-not-found': [404, 'The school has not written this page.'],
  'learner-not-found': [404, 'This child is not among those that you look after.'],
  'selection-not-found': [404, 'This class is not among your selected classes.'],
  'payment-not-found': [404, 'There is no such payment for this class.'],
  'session-not-found': [404, 'This sign-in has ended already.'],
  'enrolment-not-found': [404, 'There is no such enrolment.'],
  'receipt-not-found': [404, 'There is no such receipt.'],
  'guardian-not-found': [404, 'This person does not look after this child (any more).'],
  'claim-not-found': [404, 'This link does not work any more. Ask for a new one.'],
  'waitlist-not-found': [404, 'You are not on this waiting list.'],
  'webhook-not-found': [404, 'There is no such webhook.'],
  'mail-not-found': [404, 'This email is not among those that failed: it was sent or deleted.'],
  'message-not-found': [404, 'There is no such message (any more).'],
  'fact-not-found': [404, 'This event, voice or number does not exist, or was deleted.'],
  'import-not-found': [404, 'There is no such import.'],
  'key-not-found': [404, 'There is no such API key, or it was revoked already.'],
  'import-under-way': [409, 'This import is still at work. Wait until it is done, then undo it.'],
  'webhook-not-stopped': [409, 'This webhook is on: there is nothing to switch on again.'],
  'webhook-not-allowed': [
    409,
    'Messages go only to public https addresses. The administrator of the school’s server can allow other hosts by name.',
  ],
  'mail-not-kept': [
    409,
    'The text of this email is no longer kept, because it opened an account or is out of date. Its recipient can request a new one.',
  ],
  'too-many-webhooks': [409, 'The school has as many webhooks as it may. Delete one that is not used.'],
  'too-many-keys': [409, 'The school has as many API keys as it may. Revoke one that is not used.'],
  'currency-in-use': [
    409,
    'Somebody has already begun to pay in this currency, so the school keeps it. Everything else can be changed.',
  ],
  'too-many-learners': [
    409,
    'An account can have at most twenty people who learn. Ask the school if you need more.',
  ],
  'claim-own-address': [409, 'This is your own address. Enter that of somebody else.'],
  'merge-not-found': [404, 'There is no such merge, or it was undone already.'],
  'merge-final': [409, 'This merge is older than a day and cannot be undone any more.'],
  'merge-of-one': [409, 'Both are the same. Choose another one to merge with.'],
  'merge-unlike': [409, 'Two accounts can be merged, or two children, but not one with the other.'],
  'merge-role': [
    409,
    'The account to be dropped is an admin’s or an instructor’s. Make them a student first.',
  ],
  'merge-same-class': [409, 'Both have a place in the same class or wait for it. Cancel one of them first.'],
  'merge-self': [
    409,
    'This is an account itself, not a child of one. Merge the two accounts, or let the account take its own lessons over.',
  ],
  'learner-is-self': [
    409,
    'This is an account itself, not a child: its name is in the profile, and it goes with the account.',
  ],
  'learner-enrolled': [409, 'This child has a place in a class. Cancel it first, or ask the school.'],
  'too-many-facts': [409, 'The school shows as many of these as it may. Delete one that is not needed.'],
  'already-decided': [409, 'This class has already been approved or denied.'],
  'changed-meanwhile': [409, 'This was changed in the meantime. Check what it says now and try again.'],
  'nothing-to-accept': [409, 'There is nothing to accept: this class is as it was approved.'],
  'not-an-instructor': [409, 'This person is not an instructor of the school.'],
  'class-without-teacher': [409, 'This class has no teacher. Hand it over to an instructor first.'],
  'not-denied': [409, 'Only a denied class can be submitted again.'],
  'class-full': [409, 'This class is full.'],
  'age-outside': [409, 'This class is for another age.'],
  'born-missing': [
    409,
    'This class is for certain ages. Enter the date of birth of whoever it is for on the page of your family, then try again.',
  ],
  'seats-too-few': [409, 'This class has fewer free seats than you asked for, so none was held.'],
  'other-paying': [
    409,
    'Somebody else is paying for one of these places just now. Try again in a quarter of an hour.',
  ],
  'class-closed': [409, 'This class is not open for enrolment.'],
  'already-paid': [409, 'This is paid already.'],
  'not-owed-back': [
    409,
    'Nothing of this is owed back by hand: it was given back, or goes back to the card.',
  ],
  'already-enrolled': [409, 'You are already enrolled in this class.'],
  'account-teaches': [
    409,
    'This account teaches classes that are on the list. Hand them to another instructor or take them off first.',
  ],
  'last-admin': [409, 'The school needs at least one admin.'],
  'seats-free': [409, 'This class has free seats: no waiting is needed.'],
  'already-waiting': [
    409,
    'One of them is on the waiting list of this class already. Leave it for them first, then wait together.',
  ],
  'seat-held': [409, 'A seat is held for you already: pay for it instead of waiting.'],
  'waitlist-changing': [409, 'Your place on the waiting list has just changed. Look at it and try again.'],
  'nothing-to-pay': [409, 'This class is free: no payment is needed.'],
  'payment-expired': [409, 'The time to pay has run out and the seat was given back. Start again.'],
  'payment-returned': [
    409,
    'The class could not be booked with this payment. The money goes back to the card.',
  ],
  'payment-refused': [409, 'The card service does not accept this payment. Ask the school.'],
  'cancel-too-late': [409, 'The time in which this enrolment could be cancelled has passed.'],
  'money-moved': [409, 'Money has moved since this was shown. Reload the page and check it again.'],
  'nothing-to-repair': [409, 'This payment and its enrolment agree: there is nothing to repair.'],
  'too-many-orders': [
    429,
    'Three payments of yours are open already. Finish one of them, or wait until its time runs out.',
  ],
  'claim-other-address': [
    403,
    'This link was sent to another email address. Sign in with the address that the email came to.',
  ],
  'email-not-verified': [403, 'Confirm your email first: then a seat can be held for you.'],
  'too-many-requests': [429, 'Too many requests. Wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Try again in a moment.'],
  'provider-unavailable': [503, 'A service the school depends on does not answer. Try again in a moment.'],
  'erasure-unfinished': [
    503,
    'Your records at the school are deleted. Your sign-in is not yet. Try again in a moment, or sign in later, and it is deleted then.',
  ],
  'database-unavailable': [503, 'The school’s records cannot be reached right now. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ErrorCode = keyof typeof errors;

export type FieldFault = z.input<typeof schema.FieldFault>;
export type Problem = z.input<typeof schema.Problem>;
