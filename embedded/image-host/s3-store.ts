import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ImageStore } from './image-store.ts';

export type S3StoreOptions = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Base URL of a store other than Amazon's. */
  endpoint?: string;
  /** The bucket as part of the path instead of the host name; so when absent where there is an `endpoint`. */
  forcePathStyle?: boolean;
};

const CONNECT_MS = 3000;
const ANSWER_MS = 10_000;

/** Keeps pictures as objects of an existing bucket of Amazon S3 or any store that speaks its protocol. */
export function openS3Store({
  bucket: Bucket,
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
  forcePathStyle = endpoint !== undefined,
}: S3StoreOptions): ImageStore {
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });

  return {
    async put(name, bytes) {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: name,
          Body: bytes,
          ContentType: 'image/webp',
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      );
    },

    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async delete(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { name: Key, bytes: Size };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
