import * as z from 'zod';
import { incomplete, needing } from './faults.ts';
import { secret } from './secret.ts';
import { positive, url } from './values.ts';

export const imageVariables = z.object({
  IMAGES_UPLOAD_URL: url('IMAGES_UPLOAD_URL').optional(),
  IMAGES_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(
      z.array(
        z.url({
          protocol: /^https$/,
          error:
            'IMAGES_ORIGINS must name https addresses such as https://pictures.example, with commas between them.',
        }),
      ),
    )
    .optional(),
  IMAGES_S3_ENDPOINT: url('IMAGES_S3_ENDPOINT').optional(),
  IMAGES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'IMAGES_S3_REGION must be the name of a region such as us-east-1.')
    .default('us-east-1'),
  IMAGES_S3_BUCKET: z.string().optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: secret(),
  IMAGES_MAX_MB: positive('IMAGES_MAX_MB').default(2048),
});

type Env = z.output<typeof imageVariables>;

/** Where imgbb keeps what is uploaded to it. */
const IMGBB = { uploads: 'https://api.imgbb.com', pictures: 'https://i.ibb.co' };

/** Origins of the pictures of a hosted image host: those that are configured, else the upload's own. */
function originsOf({ IMAGES_UPLOAD_URL: uploads, IMAGES_ORIGINS: named }: Env): string[] {
  if (named) return named.map((one) => new URL(one).origin);
  if (!uploads) return [];
  const { origin } = new URL(uploads);
  return [origin === IMGBB.uploads ? IMGBB.pictures : origin];
}

export const imageFaults = (env: Env) => [
  ...incomplete(env, ['IMAGES_S3_BUCKET', 'IMAGES_S3_ACCESS_KEY_ID', 'IMAGES_S3_SECRET_ACCESS_KEY']),
  ...needing(env, 'IMAGES_S3_ENDPOINT', 'IMAGES_S3_BUCKET'),
];

export function imageConfig(env: Env) {
  const bucket = env.IMAGES_S3_BUCKET;
  const accessKeyId = env.IMAGES_S3_ACCESS_KEY_ID;
  const secretAccessKey = env.IMAGES_S3_SECRET_ACCESS_KEY;
  return {
    images: {
      uploadUrl: env.IMAGES_UPLOAD_URL,
      origins: originsOf(env),
      maxBytes: env.IMAGES_MAX_MB * 1024 * 1024,
      s3:
        bucket && accessKeyId && secretAccessKey
          ? {
              endpoint: env.IMAGES_S3_ENDPOINT,
              region: env.IMAGES_S3_REGION,
              bucket,
              accessKeyId,
              secretAccessKey,
            }
          : undefined,
    },
  };
}
