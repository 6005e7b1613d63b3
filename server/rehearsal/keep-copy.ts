import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REHEARSAL_MS } from '#contract/rehearsal/calls.ts';
import type { Answered, AskCopy, Asked, Beginning, Copy, FromCopy, ToCopy, Told } from './asked.ts';
import { deleteFolder, makeFolder } from './folders.ts';

const PROGRAM = join(import.meta.dirname, `copy-process${extname(import.meta.filename)}`);
/** What a copy needs to open on a machine that is busy. */
const START_MS = 120_000;
const END_MS = 5000;

type Running = {
  child: ChildProcess;
  folder: string;
  begun: Pick<Copy, 'startedby' | 'endsat'>;
  /** Where it is opened; rejects where it does not start. */
  open: Promise<{ origin: string; key: string }>;
  exited: Promise<void>;
  isOpen: boolean;
  asked: Map<number, (answer: Extract<FromCopy, { is: 'told' }> | undefined) => void>;
};

type Options = {
  /** All that the process of a copy is told by its environment. */
  env: NodeJS.ProcessEnv;
  isDev: boolean;
  logError: (error: unknown) => void;
};

/**
 * Keeps the copy of a school: a process that this one starts, at most one at a time. It ends with this process,
 * since the channel between the two closes then, and with it its folder.
 */
export function keepCopy({ env, isDev, logError }: Options): AskCopy & { close(): Promise<void> } {
  let running: Running | undefined;
  let lastId = 0;

  function begin(beginning: Beginning): Running {
    const folder = makeFolder();
    const child = spawn(process.execPath, [...flagsOf(folder, isDev), PROGRAM], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'json',
    });
    const asked: Running['asked'] = new Map();
    const opening = Promise.withResolvers<{ origin: string; key: string }>();
    const exited = new Promise<void>((resolve) => {
      const gone = () => {
        opening.reject(new Error('The copy ended before it was open.'));
        if (running?.child === child) running = undefined;
        for (const answer of asked.values()) answer(undefined);
        deleteFolder(folder);
        resolve();
      };
      child.once('exit', gone);
      child.once('error', (error) => {
        logError(error);
        gone();
      });
    });
    const started: Running = {
      child,
      folder,
      begun: { startedby: beginning.startedby, endsat: Date.now() + REHEARSAL_MS },
      open: opening.promise,
      exited,
      isOpen: false,
      asked,
    };
    opening.promise.catch(() => {});
    child.on('message', (message: FromCopy) => {
      if (message.is === 'open') {
        started.isOpen = true;
        opening.resolve(message);
        return;
      }
      asked.get(message.id)?.(message);
      asked.delete(message.id);
    });
    send(started, { is: 'begin', beginning, folder, isDev });
    return started;
  }

  const send = ({ child }: Running, message: ToCopy) => {
    // One that has ended meanwhile says so by its exit.
    if (child.connected) child.send(message, () => {});
  };

  async function question(of: Running, message: Omit<Extract<ToCopy, { id: number }>, 'id'>) {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Extract<FromCopy, { is: 'told' }> | undefined>();
    of.asked.set(id, resolve);
    void of.exited.then(() => resolve(undefined));
    send(of, { ...message, id });
    return promise;
  }

  async function answerOf(of: Running, told: Told | undefined): Promise<Answered> {
    if (!told) return {};
    return { copy: { ...of.begun, open: { ...(await of.open), told } } };
  }

  async function read(): Promise<Answered> {
    const of = running;
    if (!of) return {};
    if (!of.isOpen) return { copy: of.begun };
    return answerOf(of, (await question(of, { is: 'tell' }))?.told);
  }

  async function start(beginning: Beginning): Promise<Answered> {
    running ??= begin(beginning);
    const of = running;
    const isInTime = await Promise.race([
      of.open.then(() => true).catch(() => false),
      sleep(START_MS, false, { ref: false }),
    ]);
    if (isInTime) return read();
    await endOne(of);
    return { refused: 'rehearsal-unavailable' };
  }

  async function forward(by: Extract<Asked, { does: 'forward' }>['forward']): Promise<Answered> {
    const of = running;
    if (!of?.isOpen) return { refused: 'rehearsal-not-found' };
    const answer = await question(of, { is: 'forward', forward: by });
    if (answer?.refused) return { refused: answer.refused };
    return answer ? answerOf(of, answer.told) : { refused: 'rehearsal-not-found' };
  }

  async function endOne({ child, exited }: Running): Promise<void> {
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(END_MS, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await exited;
  }

  const end = async (): Promise<Answered> => {
    const of = running;
    if (!of) return { ended: 0 };
    await endOne(of);
    return { ended: 1 };
  };

  const ask: AskCopy = async (asked) => {
    if (asked.does === 'read') return read();
    if (asked.does === 'start') return start(asked.beginning);
    if (asked.does === 'forward') return forward(asked.forward);
    return end();
  };
  return Object.assign(ask, { close: async () => void (await end()) });
}

/** The process may write to its own folder and to nothing else, by a rule of the runtime. */
const flagsOf = (folder: string, isDev: boolean): string[] => [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  // Vite writes what it compiles.
  ...(isDev
    ? []
    : [
        '--permission',
        '--allow-fs-read=*',
        `--allow-fs-write=${folder}`,
        '--allow-net',
        // Invoices are printed in a thread.
        '--allow-worker',
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=SecurityWarning',
      ]),
];
