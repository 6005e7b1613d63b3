import * as z from 'zod';
import { incomplete } from './faults.ts';
import { secret } from './secret.ts';
import { positive, url } from './values.ts';

export const imageVariables = z.object({
  IMAGES_UPLOAD_URL: url('IMAGES_UPLOAD_URL').optional(),
  IMAGES_S3_ENDPOINT: url('IMAGES_S3_ENDPOINT').optional(),
  IMAGES_S3_REGION: z.string().default('us-east-1'),
  IMAGES_S3_BUCKET: z.string().optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: secret(),
  IMAGES_MAX_MB: positive('IMAGES_MAX_MB').default(2048),
});

type Env = z.output<typeof imageVariables>;

export const imageFaults = (env: Env) =>
  incomplete(env, ['IMAGES_S3_BUCKET', 'IMAGES_S3_ACCESS_KEY_ID', 'IMAGES_S3_SECRET_ACCESS_KEY']);

export function imageConfig(env: Env) {
  const bucket = env.IMAGES_S3_BUCKET;
  const accessKeyId = env.IMAGES_S3_ACCESS_KEY_ID;
  const secretAccessKey = env.IMAGES_S3_SECRET_ACCESS_KEY;
  return {
    images: {
      uploadUrl: env.IMAGES_UPLOAD_URL,
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
