import { t } from '#languages/t.ts';

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

/** Who has no name any more, in the language of now. */
export const formerStudent = () => t('users.former_student');
/** The teacher of a class without one, on the wire, which is the same in all languages; people read `teacherName`. */
export const FORMER_TEACHER = 'Former teacher';
/** In the log, for any role, as rows keep it; people read `memberName`. */
export const FORMER_MEMBER = 'Former member';

export const teacherName = (name: string) => (name === FORMER_TEACHER ? t('users.former_teacher') : name);
export const memberName = (name: string) => (name === FORMER_MEMBER ? t('users.former_member') : name);
