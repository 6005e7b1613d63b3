/*
 * An erased account is shown under an address of its own that reaches no mailbox: `.invalid` is reserved (RFC
 * 2606, section 2).
 */
const FORMER_DOMAIN = '@deleted.invalid';

/** The address of a former account or learner, by its id. */
export const formerEmail = (id: string) => `deleted-${id}${FORMER_DOMAIN}`;
/** The address shown for a class without a teacher. */
export const NO_TEACHER_EMAIL = formerEmail('teacher');
export const isFormer = (email: string) => email.endsWith(FORMER_DOMAIN);

export const FORMER_STUDENT = 'Former student';
export const FORMER_TEACHER = 'Former teacher';
/** In the log, for any role. */
export const FORMER_MEMBER = 'Former member';
