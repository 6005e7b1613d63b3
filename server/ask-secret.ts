import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on the terminal for something that is not shown while it is typed. Rejects at Ctrl+C. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() });
  // The echo is off before the question is printed: a secret pasted at once is not shown either.
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  process.stderr.write(question);
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
