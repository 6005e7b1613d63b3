import type { Server } from 'node:net';
import type { Jobs } from './jobs/jobs.ts';

/** How often it is looked whether nothing happens, as a part of the time that it may last. */
const LOOKS = 10;
const LOOK_MOST_MS = 1000;

type Options = {
  server: Server;
  jobs: Pick<Jobs, 'activity'>;
  idleMs: number;
  now?: () => number;
  /** Called once. Must close the server before it waits for anything. */
  leave: () => void;
};

/**
 * Calls `leave` once `idleMs` have passed without an open connection and without a piece of work that a job
 * has found. A connection that comes at that very moment was not accepted yet: it stays in the queue of the
 * socket, whose holder starts the next process for it. Gives what ends the looking.
 */
export function leaveWhenIdle({ server, jobs, idleMs, now = Date.now, leave }: Options): () => void {
  let connections = 0;
  let busyAt = now();
  let found = jobs.activity().found;
  server.on('connection', (socket) => {
    connections += 1;
    busyAt = now();
    socket.once('close', () => {
      connections -= 1;
      busyAt = now();
    });
  });
  const looking = setInterval(
    () => {
      const activity = jobs.activity();
      const isBusy = connections > 0 || activity.isWorking || activity.found !== found;
      found = activity.found;
      if (isBusy) busyAt = now();
      if (now() - busyAt < idleMs) return;
      clearInterval(looking);
      leave();
    },
    Math.min(LOOK_MOST_MS, idleMs / LOOKS),
  );
  looking.unref();
  return () => clearInterval(looking);
}
