/** So many characters become bytes at once. */
const PIECE_CHARACTERS = 32 * 1024;

/**
 * JSON as bytes, piece by piece as it is written: made at the end from one long text, they would take as long
 * as hundreds of rows, and others would wait for all of it.
 */
export function jsonPieces() {
  const pieces: Buffer[] = [];
  let texts: string[] = [];
  let characters = 0;
  const flush = () => {
    pieces.push(Buffer.from(texts.join('')));
    texts = [];
    characters = 0;
  };
  return {
    add(text: string): void {
      texts.push(text);
      characters += text.length;
      if (characters >= PIECE_CHARACTERS) flush();
    },
    end(): Buffer {
      flush();
      return Buffer.concat(pieces);
    },
  };
}
