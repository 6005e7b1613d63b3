import { readConfig } from '#server/config/config.ts';
import { openSchool } from '#server/school.ts';
import type { FaultyStart } from './faulty-school.ts';

/*
 * A school as a process of its own that dies where a test says, on a clock that is ahead by what a test says.
 * Ends well on SIGTERM, after finishing all that is due.
 */
const { env, port, offsetMs, workers, crash }: FaultyStart = JSON.parse(process.argv[2] ?? '');

let left = crash?.nth ?? 0;
const school = await openSchool(readConfig(env), {
  now: () => Date.now() + offsetMs,
  checkpoint: (checkpoint) => {
    if (checkpoint !== crash?.at) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await school.app.listen({ host: '127.0.0.1', port });
if (workers) school.startWorkers();

process.on('SIGTERM', async () => {
  if (workers) while ((await school.work()) > 0);
  await school.close();
  process.exit(0);
});
process.stdout.write('ready\n');
