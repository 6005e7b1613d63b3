import cluster from 'node:cluster';
import type { Answered, AskCopy, Asked } from './asked.ts';

/* Where several processes serve, the one that started them keeps the copy: they come and go. */

type Question = { rehearsal: number; asked: Asked };
type Reply = { rehearsal: number; answered: Answered };

const isOfRehearsal = (message: unknown): message is { rehearsal: number } =>
  typeof message === 'object' && message !== null && 'rehearsal' in message;

/** Asks the process that started this one. */
export function askPrimary(): AskCopy {
  const waiting = new Map<number, (answered: Answered) => void>();
  let lastId = 0;
  process.on('message', (message) => {
    if (!isOfRehearsal(message)) return;
    const { rehearsal, answered } = message as Reply;
    waiting.get(rehearsal)?.(answered);
    waiting.delete(rehearsal);
  });
  return (asked) => {
    lastId += 1;
    const question: Question = { rehearsal: lastId, asked };
    const { promise, resolve } = Promise.withResolvers<Answered>();
    waiting.set(lastId, resolve);
    process.send?.(question);
    return promise;
  };
}

/** Answers the processes that this one has started. */
export function answerWorkers(ask: AskCopy): void {
  cluster.on('message', async (worker, message) => {
    if (!isOfRehearsal(message)) return;
    const { rehearsal, asked } = message as Question;
    const reply: Reply = { rehearsal, answered: await ask(asked) };
    if (worker.isConnected()) worker.send(reply);
  });
}
