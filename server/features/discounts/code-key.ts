/** A code as it is compared: in any case, and however its letters are composed. */
export const codeKeyOf = (code: string): string => code.trim().normalize('NFKC').toLowerCase();
