/** How far a long piece of work is, for the one who waits. */
export type Progress = {
  /** Begins something of so many pieces. */
  start(what: string, total: number): void;
  /** So many more are done. */
  add(pieces: number): void;
  /** Clears the line. */
  end(): void;
};

const WIDTH = 24;
const REDRAW_MS = 100;

/** A bar on one line of a terminal; nothing where the output goes elsewhere. */
export function openProgress(out: NodeJS.WriteStream, now: () => number): Progress {
  if (!out.isTTY) return { start: () => {}, add: () => {}, end: () => {} };
  let what = '';
  let total = 0;
  let done = 0;
  let drawn = 0;
  const draw = () => {
    drawn = now();
    const part = total > 0 ? Math.min(1, done / total) : 1;
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░');
    out.write(`\r\x1b[K${what.padEnd(10)} ${bar} ${Math.floor(part * 100)} %`);
  };
  return {
    start: (name, pieces) => {
      [what, total, done] = [name, pieces, 0];
      draw();
    },
    add: (pieces) => {
      done += pieces;
      if (now() - drawn >= REDRAW_MS) draw();
    },
    end: () => out.write('\r\x1b[K'),
  };
}
