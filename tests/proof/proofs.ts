/** What `npm run proof` runs and says of it in `docs/proof.md`. */
export type Proof = {
  /** As in `npm run proof -- name`. */
  name: string;
  title: string;
  /** What holds when it has succeeded. */
  proved: string;
  /** What a reader might think it proves. */
  notProved: string;
  /** Files that run by themselves (`tests/proof/…`), or tests and journeys. */
  files: readonly string[];
  /** How often the tests repeat what they do, where nobody says otherwise by FAULT_ROUNDS. */
  rounds?: number;
  env?: Record<string, string>;
};

export const PROOFS: readonly Proof[] = [
  {
    name: 'kills',
    title: 'The process is killed',
    proved:
      'For every charge there is one enrolment or all of it back, whatever step of a payment, a refund or a dispute the process was killed (SIGKILL) before, ' +
      'and at any other moment; no mail is lost; a restore that is killed leaves nothing, and the next one is whole. On SQLite and on PostgreSQL.',
    notProved:
      'A machine that loses its power: what was written is then as durable as its disk, its file system and the settings of its database.',
    files: [
      'tests/faults/killed.test.ts',
      'tests/faults/mails.test.ts',
      'tests/faults/restore-killed.test.ts',
    ],
    rounds: 3,
  },
  {
    name: 'cuts',
    title: 'Connections to the database are cut',
    proved:
      'While students enrol through two processes, PostgreSQL cuts one connection or all of them again and again and crashes in every rush: who meets it is ' +
      'answered 503 with `Retry-After`, no process ends, every enrolment that was acknowledged is there, and the books agree with the card service.',
    notProved: 'A network that loses packets and says nothing: the cuts here are noticed at once.',
    files: ['tests/faults/connections-cut.test.ts'],
    rounds: 5,
  },
  {
    name: 'failover',
    title: 'A standby takes over',
    proved:
      'PostgreSQL is killed while students select classes through two processes, and its synchronous standby, promoted a second later under the same address, has all that was ' +
      'acknowledged; 503 with `Retry-After` meanwhile, and no process ends.',
    notProved:
      'A standby that commits do not wait for, which loses what it has not yet received; and who decides that the primary is gone: here the test does.',
    files: ['tests/faults/failover.test.ts'],
    rounds: 3,
  },
];
