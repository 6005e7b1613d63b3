/*
 * A person who erased their account is shown under an address that leads to nobody, one for each: `.invalid` is nobody's (RFC 2606,
 * section 2).
 */
const FORMER_DOMAIN = '@deleted.invalid';

/** By the id of the learner, or of the account, that it was. */
export const formerEmail = (id: string) => `deleted-${id}${FORMER_DOMAIN}`;
/** The address shown for a class without a teacher. */
export const NO_TEACHER_EMAIL = formerEmail('teacher');
export const isFormer = (email: string) => email.endsWith(FORMER_DOMAIN);

export const FORMER_STUDENT = 'Former student';
export const FORMER_TEACHER = 'Former teacher';
/** In the log, whatever they were. */
export const FORMER_MEMBER = 'Former member';
