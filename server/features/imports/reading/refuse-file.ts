import { faultIn } from '#server/http/errors.ts';

/** Refuses a whole import for what is wrong with its file, or with another `field` of the form. */
export function refuseFile(sentence: () => string, field = 'file'): never {
  throw faultIn(field, sentence);
}
