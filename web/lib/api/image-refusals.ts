import type { ImageRefused } from '#contract/protocols/image-host.ts';
import { language, type PlainId, t } from '#languages/t.ts';

/* Apart from the upload, so that only a browser that was refused loads these words. */

/** What the school's own host refuses of a picture, by its names (`embedded/image-host/errors.ts`). */
const UNFIT: { readonly [name: string]: PlainId } = {
  'not-an-image': 'common.picture_is_none',
  'two-faced': 'common.picture_is_more',
  unreadable: 'common.picture_damaged',
  'too-large': 'common.picture_too_large',
  'too-many-pixels': 'common.picture_too_many_pixels',
};

/** What it refuses for now. */
const LATER: { readonly [name: string]: PlainId } = {
  'too-many-uploads': 'common.picture_too_often',
  busy: 'common.picture_busy',
  'store-full': 'common.picture_no_room',
};

/** The picture itself is refused: the same one is refused again, however often it is sent. */
export const isUnfit = ({ context = '' }: Partial<ImageRefused['error']> = {}) =>
  Object.hasOwn(UNFIT, context);

/** A refusal in the language of the page; the sentence of another host, which is in English, on English pages alone. */
export function refusalWords({ context = '', message }: Partial<ImageRefused['error']> = {}): string {
  const id = UNFIT[context] ?? LATER[context];
  return id ? t(id) : (language() === 'en' && message) || t('common.picture_not_uploaded');
}
