/**
 * Widths, in pixels, that this school's own image host keeps of every picture; the widest is the picture
 * itself.
 */
export const IMAGE_WIDTHS = [400, 800, 1600] as const;

/** What the school's own image host takes: larger pictures are made smaller before they are sent. */
export const IMAGE_LIMITS = { bytes: 8 * 1024 * 1024, pixels: 25_000_000, side: 8000 } as const;
