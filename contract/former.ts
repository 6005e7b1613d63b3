/*
 * A person who erased their account stands in the books under an address that leads to nobody, one for each: `.invalid` is nobody's
 * (RFC 2606, section 2).
 */
const FORMER_DOMAIN = '@deleted.invalid';

export const formerEmail = (userid: string) => `deleted-${userid}${FORMER_DOMAIN}`;
export const isFormer = (email: string) => email.endsWith(FORMER_DOMAIN);

export const FORMER_STUDENT = 'Former student';
export const FORMER_TEACHER = 'Former teacher';
/** In the log, whatever they were. */
export const FORMER_MEMBER = 'Former member';
