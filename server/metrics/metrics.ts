import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  type Registry,
} from 'prom-client';
import type { OpenDatabase } from '#server/database/open.ts';
import type { Outages } from '#server/database/outages.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { KeptAnswers } from '#server/http/answers/kept-answers.ts';
import type { SendMail } from '#server/jobs/send-due-mails.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { type Figures, readFigures } from './read-figures.ts';

/** How long what was read from the records is told again: several may ask, and each as often as they like. */
const FRESH_MS = 5000;
/** Prometheus itself gives up after ten seconds. */
const PATIENCE_MS = 3000;
/** From a page that is made of kept answers to a provider that is waited for, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Options = Pick<OpenDatabase<AllTables>, 'db' | 'connections'> & {
  now: () => number;
  kept: KeptAnswers;
  outages: Pick<Outages, 'failedWrites'>;
  /** How many lines of the log this process has lost. */
  lostLines: () => number;
};

/** Figures as Prometheus reads them. */
export type ToldMetrics = { contentType: string; text(): Promise<string> };

/**
 * What the process counts of itself, and what the records say of the school's work, in the words of
 * Prometheus.
 */
export function openMetrics({ db, connections, now, kept, outages, lostLines }: Options) {
  // One of several processes tells its figures to the one that started it, which such a registry alone hears.
  const registry = new AggregatorRegistry<PrometheusContentType>();
  const registers = [registry];
  AggregatorRegistry.setRegistries(registry);
  collectDefaultMetrics({ register: registry });
  // Named as counters, and none: each adds up another that is told by type.
  for (const sum of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${sum}_total`);

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were worked on, by method, route and status; what was given from memory is counted by cadenza_kept_answers_hits_total.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const signIns = new Counter({
    name: 'cadenza_signins_total',
    help: 'Sign-ins at the school, by how they ended.',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'cadenza_mails_total',
    help: 'Mails handed to the mail server, by how that ended; one that failed is tried again.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['ok', 'refused', 'failed']) signIns.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  countKept(kept, registers);
  new Counter({
    name: 'cadenza_database_writes_failed_total',
    help: 'Calls that change something, pieces of work and probes that failed because the database was away, full or read-only.',
    registers,
    collect() {
      this.reset();
      this.inc(outages.failedWrites());
    },
  });
  new Counter({
    name: 'cadenza_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(lostLines());
    },
  });
  if (connections) countConnections(connections, registers);
  readRecords({ db, now }, registers);

  return {
    contentType: registry.contentType,

    /** All of it, as Prometheus reads it. */
    text: () => registry.metrics(),

    /** Takes note of an answer. */
    observe({ method, routeOptions, ip }: FastifyRequest, { isKept, elapsedTime, raw }: FastifyReply) {
      // One number, since kept answers cost little more than that.
      if (isKept || ip === INSIDE) return;
      const status = raw.statusCode;
      const route = routeOptions.url ?? 'none';
      requests.observe({ method, route, status }, elapsedTime / 1000);
      if (route === '/api/jwt') signIns.inc({ outcome: outcomeOf(status) });
    },

    /** Hands mails on and counts how that ends. */
    countingMails:
      (send: SendMail): SendMail =>
      async (mail) => {
        try {
          const said = await send(mail);
          mails.inc({ outcome: 'sent' });
          return said;
        } catch (error) {
          mails.inc({ outcome: 'failed' });
          throw error;
        }
      },
  };
}

function outcomeOf(status: number): 'ok' | 'refused' | 'failed' {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

type Registers = Registry[];

/** Counters are only read when metrics are asked for. */
function countKept(kept: KeptAnswers, registers: Registers) {
  new Counter({
    name: 'cadenza_kept_answers_hits_total',
    help: 'Requests that were given a page or an answer from memory.',
    registers,
    collect() {
      this.reset();
      this.inc(kept.figures().hits);
    },
  });
  new Gauge({
    name: 'cadenza_kept_answers_bytes',
    help: 'Memory that kept pages and answers take.',
    registers,
    collect() {
      this.set(kept.figures().bytes);
    },
  });
  new Gauge({
    name: 'cadenza_kept_answers',
    help: 'Pages and answers that are kept.',
    registers,
    collect() {
      this.set(kept.figures().answers);
    },
  });
}

function countConnections(
  connections: NonNullable<OpenDatabase<AllTables>['connections']>,
  registers: Registers,
) {
  new Gauge({
    name: 'cadenza_database_connections',
    help: 'Connections to PostgreSQL: in use, idle, and how many requests wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}

/**
 * What the records say or, while the database is away, that it is and nothing else. Every process reads the
 * same: together they tell it once.
 */
function readRecords({ db, now }: Pick<Options, 'db' | 'now'>, registers: Registers) {
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    { labelNames = [], aggregator = 'max' }: { labelNames?: L[]; aggregator?: 'max' | 'min' } = {},
  ) => new Gauge({ name: `cadenza_${name}`, help, labelNames, aggregator, registers, collect: refresh });

  const up = gauge('database_up', '1 where the database answered.', { aggregator: 'min' });
  const orders = gauge('orders', 'Orders that are not at an end, by state.', { labelNames: ['state'] });
  const attention = gauge('orders_attention', 'Orders that an admin has to look at.');
  const users = gauge('users', 'Users by role.', { labelNames: ['role'] });
  const length = gauge('queue_length', 'Pieces of work that are due.', { labelNames: ['queue'] });
  const oldest = gauge(
    'queue_oldest_timestamp_seconds',
    'Since when the first piece of a queue has been due; absent where none is.',
    { labelNames: ['queue'], aggregator: 'min' },
  );
  const backup = gauge(
    'last_backup_timestamp_seconds',
    'When the last backup was finished; absent where there has been none.',
    // Without a label it would be there as 0.
    { labelNames: ['kind'] },
  );

  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  /** Asked by each of them, and reads for all. */
  function refresh(): Promise<void> {
    const moment = now();
    if (reading && moment - readAt < FRESH_MS) return reading;
    readAt = moment;
    const figures = readFigures(db, moment).catch(() => undefined);
    const late = sleep(PATIENCE_MS, undefined, { ref: false });
    reading = Promise.race([figures, late]).then(show);
    return reading;
  }

  function show(figures: Figures | undefined) {
    for (const one of [orders, users, length, oldest, backup]) one.reset();
    up.set(figures ? 1 : 0);
    attention.set(figures?.attention ?? Number.NaN);
    if (!figures) return;
    for (const [state, count] of figures.orders) orders.set({ state }, count);
    for (const [role, count] of figures.users) users.set({ role }, count);
    for (const [queue, { length: count, dueSince }] of figures.queues) {
      length.set({ queue }, count);
      if (dueSince !== undefined) oldest.set({ queue }, dueSince / 1000);
    }
    if (figures.backupAt !== undefined) backup.set({ kind: 'whole' }, figures.backupAt / 1000);
  }
}
