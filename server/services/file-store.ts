/** Where files are kept by name, in the folder or the bucket that pictures are in. */
export type { ObjectStore as FileStore } from '#embedded/image-host/stores/object-store.ts';

/** The names of stored files: the ids of their rows. */
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a stored file may have this name. */
export const isFileName = (name: string): boolean => NAME.test(name);
