import { materialCalls } from '#contract/materials/calls.ts';
import { readBytes } from './read-bytes.ts';

/** A file of a lesson, as it is. Rejects with `ApiError`. */
export const readStored = (id: string): Promise<Blob> =>
  readBytes(materialCalls.readLessonFile, `/files/${encodeURIComponent(id)}`);
