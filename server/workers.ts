import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerWorkers } from './rehearsal/ask-primary.ts';
import type { keepCopy } from './rehearsal/keep-copy.ts';

/**
 * A process that served for so long before it died starts again at once; one that dies sooner waits longer
 * each time.
 */
const STEADY_MS = 60_000;
const BACKOFF_MS = { first: 1000, most: 30_000 };

/** One of the processes that serve; whichever of them dies, another takes its place. */
type Place = { worker: Worker; startedAt: number; deaths: number };

/** Tells the process that started this one that it listens, and what to print then; false where none did. */
export function sayListening(announcement: string): boolean {
  return cluster.worker?.send(announcement) ?? false;
}

/**
 * Runs this program `count` times more, behind one address, and prints what the first of them has to say once
 * all listen. Ends as the first does where it cannot start. SIGTERM and SIGINT stop them all after what is in
 * flight; SIGUSR2 replaces them one after the other, each once its successor listens. (SIGHUP would come when
 * a terminal is closed.) It keeps the `copy` for rehearsals, for which they ask it.
 */
export async function runWorkers(count: number, copy: ReturnType<typeof keepCopy>): Promise<void> {
  answerWorkers(copy);
  const places: Place[] = [];
  let isStopping = false;
  let rolling = Promise.resolve();

  async function stop() {
    if (isStopping) return;
    isStopping = true;
    await copy.close();
    const codes = Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker));
    process.exit((await Promise.all(codes)).every((code) => !code) ? 0 : 1);
  }
  // Each time: a second signal, as from a terminal and from npm, must not end this process before those that
  // it has started.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGUSR2', () => {
    rolling = rolling.then(replaceAll);
  });

  /** Gives a place its process, and another whenever that dies. */
  function settle(place: Place) {
    const { worker } = place;
    worker.once('exit', async (code, signal) => {
      if (isStopping || place.worker !== worker) return;
      place.deaths = Date.now() - place.startedAt < STEADY_MS ? place.deaths + 1 : 0;
      const waitMs = place.deaths && Math.min(BACKOFF_MS.first * 2 ** (place.deaths - 1), BACKOFF_MS.most);
      console.error(
        `A process ended (${signal ?? code}); another takes its place${waitMs ? ` in ${waitMs / 1000} s` : ''}.`,
      );
      await sleep(waitMs);
      if (isStopping || place.worker !== worker) return;
      Object.assign(place, { worker: cluster.fork(), startedAt: Date.now() });
      settle(place);
    });
  }

  async function replaceAll() {
    for (const place of places) {
      if (isStopping) return;
      const worker = cluster.fork();
      try {
        await listening(worker);
      } catch {
        console.error('A new process did not start; those that are left go on.');
        return;
      }
      const old = place.worker;
      Object.assign(place, { worker, startedAt: Date.now(), deaths: 0 });
      settle(place);
      if (!old.isDead()) await end(old);
    }
  }

  // Each accepts its own connections. Handed on by this process, one that is on its way to a process that
  // dies would stay open unanswered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const first = cluster.fork();
  // Alone: what cannot start says so once, and records are made once.
  const announcement = await listening(first).catch((code) => process.exit(code || 1));
  const others = Array.from({ length: count - 1 }, () => cluster.fork());
  for (const worker of [first, ...others]) {
    const place = { worker, startedAt: Date.now(), deaths: 0 };
    places.push(place);
    settle(place);
  }
  await Promise.allSettled(others.map(listening));
  console.log(announcement);
}

/** What a process has to say once it listens; rejects with its code when it ends instead. */
const listening = (worker: Worker) =>
  new Promise<string>((resolve, reject) => {
    worker.on('message', (message) => {
      // What it asks of this process meanwhile is no text.
      if (typeof message === 'string') resolve(message);
    });
    worker.once('exit', reject);
  });

/**
 * Lets a process finish what is in flight and end; gives its code. It bounds by itself how long that takes.
 */
const end = (worker: Worker) =>
  new Promise<number | null>((resolve) => {
    worker.once('exit', resolve);
    worker.process.kill('SIGTERM');
  });
