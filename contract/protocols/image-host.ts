import * as z from 'zod';

/** One stored size of a picture. */
export const HostedFile = z.object({
  filename: z.string(),
  name: z.string(),
  mime: z.string(),
  extension: z.string(),
  url: z.url(),
});
export type HostedFile = z.infer<typeof HostedFile>;

/**
 * The answer to an upload: `size` in bytes, `time` in epoch seconds, `expiration` in seconds, 0 for never
 * (api.imgbb.com).
 */
export const ImageUploaded = z.object({
  data: z.object({
    id: z.string(),
    title: z.string(),
    url_viewer: z.url(),
    url: z.url(),
    display_url: z.url(),
    // The vendor has answered both numbers and texts of digits.
    width: z.coerce.number(),
    height: z.coerce.number(),
    size: z.coerce.number(),
    time: z.coerce.number(),
    expiration: z.coerce.number(),
    image: HostedFile,
    thumb: HostedFile,
    medium: HostedFile.optional(),
    delete_url: z.url(),
  }),
  success: z.literal(true),
  status: z.literal(200),
});
export type ImageUploaded = z.infer<typeof ImageUploaded>;

/**
 * A refused upload; the vendor does not document this form. It has no `success`: clients ask for
 * `data.display_url`.
 */
export const ImageRefused = z.object({
  status_code: z.int(),
  error: z.object({ message: z.string(), code: z.int(), context: z.string().optional() }),
  status_txt: z.string(),
});
export type ImageRefused = z.infer<typeof ImageRefused>;
