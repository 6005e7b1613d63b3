/**
 * An address as RFC 6068 writes it in a link: what would add a subject or another receiver is part of the
 * name.
 */
export const mailTo = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
