/** Some of a file's bytes, from one to another, as far as there are any. */
export async function bytesOf(file: Blob, from: number, to?: number): Promise<Buffer> {
  return Buffer.from(await file.slice(Math.max(0, from), to).arrayBuffer());
}
