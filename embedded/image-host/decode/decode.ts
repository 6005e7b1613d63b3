import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { Refusal, type RefusalName } from '#embedded/image-host/errors.ts';

export type Rendition = { bytes: Uint8Array; width: number; height: number };

/**
 * A picture re-encoded as WebP, upright and without metadata: at most 1600 pixels a side, and in the narrower
 * widths.
 */
export type Decoded = { base: Rendition; narrower: Rendition[] };
export type DecodeAnswer = Decoded | { refusal: RefusalName };

const DECODE_MS = 15_000;
/** In the folder of this module, in the sources and in the build alike. */
const DECODER = join(import.meta.dirname, `decode-process${extname(import.meta.filename)}`);

/** A process that the time limit ended says nothing about the picture. */
const endOf = (how: NodeJS.Signals | number | null) =>
  how === 'SIGTERM'
    ? new Refusal('busy', { retryAfterSeconds: 5 })
    : new Error(`the decoder ended with ${how}`);

/**
 * Decodes untrusted bytes in a process of their own, which ends with the picture. Throws `unreadable`, also
 * where the decoder dies, `busy` where it is still not done after 15 s, since the machine may be at fault,
 * `too-many-pixels` or `two-faced`.
 */
export async function decodeImage(source: Uint8Array, withinMs = DECODE_MS): Promise<Decoded> {
  const decoder = fork(DECODER, [], { execArgv: [], env: {}, serialization: 'advanced', timeout: withinMs });
  try {
    const answer = await new Promise<DecodeAnswer>((resolve, reject) => {
      decoder.once('message', (message) => resolve(message as DecodeAnswer));
      decoder.once('error', reject);
      decoder.once('exit', (code, signal) => reject(endOf(signal ?? code)));
      decoder.send(source, (error) => error && reject(error));
    });
    if ('refusal' in answer) throw new Refusal(answer.refusal);
    return answer;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('unreadable', { cause: error });
  } finally {
    decoder.kill('SIGKILL');
  }
}
