/** The page of registers, in the school’s first language; those of others stand below their code. */
export const TODAY_PATH = '/instructor/today';
