import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** A write for each line would cost more than the answer that it speaks of. */
const GATHERED_BYTES = 4096;
const GATHERED_MS = 100;
/** What waits while the reader stands still or the disk hangs. */
const WAITING_BYTES = 1024 * 1024;
/** How often a pipe that has lost its reader is tried again. */
const REOPEN_MS = 1000;
const NO_READER = new Error('The pipe has no reader.');
const STDOUT = 1;
const NEWLINE = 0x0a;

/** Where lines of the log go. */
export type LogStream = {
  write(line: string): void;
  /** How many lines are lost: the disk was full, the pipe closed, or its reader stood still. */
  lost(): number;
  /** Writes what was gathered, and waits until it is out or the time is over. */
  flush(mostMs: number): Promise<void>;
};

/** Bytes on their way: how many lines of the log they hold, and of how many lost ones they tell. */
type Taken = { bytes: Buffer; lines: number; tells: number };

/**
 * Hands bytes over; the callback gives how many of them were taken, undefined where that is not known, and
 * why no more were.
 */
type Out = (bytes: Buffer, done: (error: Error | null, written: number | undefined) => void) => void;

/**
 * Standard output as the log. A log that cannot be written loses lines and counts them; it never holds an
 * answer or the end of the process, and says how many it has lost once it can be written again.
 */
export function openLogStream(): LogStream {
  const stat = fstatSync(STDOUT);
  if (stat.isFIFO()) return overPipe();
  return stat.isSocket() ? overStdout() : logStream(outByFile);
}

/**
 * Pipes and sockets are never waited for; a thread that writes to one would keep the process from ending for
 * as long as its reader stands still.
 */
const writeTo = (socket: Writable, bytes: Buffer, done: Parameters<Out>[1]) =>
  void socket.write(bytes, (error) => done(error ?? null, error ? undefined : bytes.length));

function overStdout(): LogStream {
  // Each write is told its own error.
  process.stdout.on('error', () => {});
  return logStream((bytes, done) => writeTo(process.stdout, bytes, done));
}

/**
 * The pipe of standard output by a descriptor of this process alone. Processes that share one share its
 * flags, and Node makes it blocking again for all of them when one ends: the next write of another would wait
 * for as long as the reader stands still. A named pipe may get another reader after its own has left, which
 * closes the descriptor: it is opened anew then.
 */
function overPipe(): LogStream {
  let pipe: Pipe | undefined;
  let triedAt = performance.now();
  try {
    pipe = openPipe();
  } catch (error) {
    // Elsewhere than on Linux, or on the pipe of another user.
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') return overStdout();
  }

  function findPipe(): Pipe | undefined {
    if (pipe && !pipe.socket.destroyed) return pipe;
    pipe = undefined;
    if (performance.now() - triedAt < REOPEN_MS) return undefined;
    triedAt = performance.now();
    try {
      pipe = openPipe();
    } catch {
      // It still has no reader.
    }
    return pipe;
  }

  const out: Out = (bytes, done) => {
    const found = findPipe();
    if (found) writeTo(found.socket, bytes, done);
    else done(NO_READER, 0);
  };
  // The number of a descriptor that was closed may be another file's by now.
  const tell = (bytes: Buffer) => {
    const found = findPipe();
    if (found) writeSync(found.fd, bytes);
  };
  return logStream(out, tell);
}

type Pipe = { fd: number; socket: Socket };

/** Throws ENXIO while the pipe has no reader. */
function openPipe(): Pipe {
  const fd = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: false, writable: true }).unref();
  // Each write is told its own error.
  socket.on('error', () => {});
  return { fd, socket };
}

const outByFile: Out = (bytes, done) => {
  write(STDOUT, bytes, (error, written) => done(error, error ? 0 : written));
};

/** The same over any way out; `tell` is how the last lines are written when the process ends. */
export function logStream(
  out: Out,
  tell: (bytes: Buffer) => void = (bytes) => writeSync(STDOUT, bytes),
): LogStream {
  let gathered: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let whenOut = Promise.withResolvers<void>();
  let lost = 0;
  /** How many of those the log itself has told of. */
  let told = 0;
  /** Whether what was written last ended within a line. */
  let isCut = false;

  /** What was gathered, after what has to be said before it. */
  function take(): Taken {
    const note = lost > told ? [lostLine(lost - told)] : [];
    // What lost lines here may have cut those of another process, too, that writes to the same file.
    const text = [...(isCut || note.length > 0 ? ['\n'] : []), ...note, ...gathered].join('');
    const taken = { bytes: Buffer.from(text), lines: gathered.length, tells: lost };
    gathered = [];
    size = 0;
    return taken;
  }

  function push() {
    clearTimeout(timer);
    timer = undefined;
    if (isBusy || gathered.length === 0) return;
    isBusy = true;
    whenOut = Promise.withResolvers();
    writeOut(take());
  }

  function writeOut({ bytes, lines, tells }: Taken) {
    out(bytes, (error, written) => {
      const left = bytes.subarray(written ?? 0);
      if (written !== 0) isCut = written === undefined || bytes[written - 1] !== NEWLINE;
      // A full disk takes a part, and refuses the rest when that is asked for.
      if (!error && left.length > 0) return writeOut({ bytes: left, lines, tells });
      if (error) lost += Math.min(lines, countLines(left));
      else told = tells;
      if (gathered.length > 0) return writeOut(take());
      isBusy = false;
      whenOut.resolve();
    });
  }

  process.on('exit', () => {
    // What is under way ends by itself, or never.
    if (isBusy || gathered.length === 0) return;
    try {
      tell(take().bytes);
    } catch {
      // Nothing is left to write it to.
    }
  });

  return {
    write(line) {
      if (size + line.length > WAITING_BYTES) {
        lost += 1;
        return;
      }
      gathered.push(line);
      size += line.length;
      if (size >= GATHERED_BYTES) push();
      else timer ??= setTimeout(push, GATHERED_MS).unref();
    },
    lost: () => lost,
    async flush(mostMs) {
      push();
      if (!isBusy) return;
      const patience = setTimeout(whenOut.resolve, mostMs);
      await whenOut.promise;
      clearTimeout(patience);
    },
  };
}

const countLines = (bytes: Buffer) => {
  let lines = 0;
  for (const byte of bytes) if (byte === NEWLINE) lines += 1;
  return lines;
};

/** As the others are: level 40 is a warning. */
const lostLine = (lines: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg: 'Lines of the log were lost.' })}\n`;
