import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { addClass, addStudents, type FaultySchool, makeFaultySchool } from '#tests/support/faulty-school.ts';
import { type Cluster, freePort, type Standby, startCluster } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { openSwitch } from '#tests/support/switch.ts';

/*
 * PostgreSQL goes away for good under load; its standby, which every commit has waited for, takes its place
 * under the same address, as often as FAULT_ROUNDS says.
 */

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const STUDENTS = 8;
const CLASSES = 40;
const AWAY_MS = 1000;

let cluster: Cluster;
let standby: Standby;
let address: Awaited<ReturnType<typeof openSwitch>>;
let cards: CardsServer;
let school: FaultySchool;

beforeEach(async () => {
  cluster = await startCluster({ durable: true });
  standby = await cluster.addStandby();
  address = await openSwitch(cluster.url);
  cards = await openCardsServer();
  school = await makeFaultySchool('postgres', cards, address.url);
});
afterEach(async () => {
  await cards.close();
  school.remove();
  await address.close();
  await standby.stop();
  await cluster.stop();
});

const rounds = Array.from({ length: ROUNDS }, (_, at) => at + 1);
test.each(rounds)(
  'the standby takes over: 503 meanwhile, no process ends, and nothing acknowledged is lost (%i)',
  async () => {
    const processes = [await school.start(), await school.start({ port: await freePort() })];
    const ended = Promise.race(processes.map(({ exited }) => exited));
    const { classes, students } = await school.records(async (db) => {
      const made: string[] = [];
      for (let at = 0; at < CLASSES; at++) made.push(await addClass(db, 5));
      return { classes: made, students: await addStudents(db, STUDENTS) };
    });
    const refused: { status: number; retryAfter: string | null }[] = [];
    let acknowledged = 0;
    const selecting = students.map(async (student, at) => {
      for (const classid of classes) {
        for (;;) {
          const url = processes[(at + acknowledged) % 2]?.url ?? '';
          const reply = await school.call(url, student, '/select/class/', { classid, email: student.email });
          if (reply?.status === 200) break;
          refused.push({ status: reply?.status ?? 0, retryAfter: reply?.retryAfter ?? null });
          await sleep(20);
        }
        acknowledged++;
      }
    });
    while (acknowledged < (STUDENTS * CLASSES) / 4) await sleep(5);
    await cluster.kill();
    await sleep(AWAY_MS);
    await standby.promote();
    address.lead(standby.url);
    await Promise.all(selecting);

    const kept = await school.records((db) => db.selectFrom('selections').select('_id').execute());
    const bad = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    report({
      'times the standby took over': 1,
      'changes acknowledged': acknowledged,
      'of them lost': acknowledged - kept.length,
      'calls refused with 503': refused.length - bad.length,
      'calls that failed otherwise': bad.length,
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(bad).toEqual([]);
    expect(await Promise.race([ended, sleep(0, 'alive')])).toBe('alive');
    expect(kept).toHaveLength(STUDENTS * CLASSES);
    await Promise.all(processes.map((one) => one.stop()));
  },
);
