import { KILLS, LONG_ON_POSTGRES, WALKED_AT_WIDTHS, WALKED_IN_LANGUAGES } from './long.ts';
import { PROPERTIES } from './properties.ts';

/** What `npm run proof` runs and says of it in `docs/proof.md`. */
export type Proof = {
  /** As in `npm run proof -- name`. */
  name: string;
  title: string;
  /** What holds when it has succeeded. */
  proved: string;
  /** What a reader might think it proves. */
  notProved: string;
  /** Files that run by themselves (`proof/…`), or tests and journeys. */
  files: readonly string[];
  /** How often the tests repeat what they do, unless FAULT_ROUNDS says otherwise. */
  rounds?: number;
  env?: Record<string, string>;
};

export const PROOFS: readonly Proof[] = [
  {
    name: 'kills',
    title: 'The process is killed',
    proved:
      'Whatever step of a payment, a refund or a dispute the process was killed (SIGKILL) before, and at any other moment: for every charge there is each enrolment that it pays for, one or five, or all of it is paid back. ' +
      'A family’s checkout of two to four places, some of them free of charge or offered, and a plan of lessons are there as a whole or not at all, also just after the kill. A trial lesson that was paid for is booked once; an instalment is taken once or refused with one mail; credit goes to its card once, also where the card service hears of it only after the process has died. ' +
      'A billing, an import and its undoing, a class that is called off, reservations, wishes, recitals and webhooks are finished by the next start, once. No mail is lost; a restore that is killed leaves nothing, and the next one is whole. On SQLite and on PostgreSQL.',
    notProved:
      'A machine that loses its power: what was written is then as durable as its disk, its file system and the settings of its database.',
    files: [
      ...KILLS,
      'tests/faults/killed-on-sqlite.test.ts',
      'tests/faults/killed-on-postgres.test.ts',
      'tests/faults/checkouts-killed-on-sqlite.test.ts',
      'tests/faults/checkouts-killed-on-postgres.test.ts',
      'tests/faults/timetable-on-sqlite.test.ts',
      'tests/faults/timetable-on-postgres.test.ts',
      'tests/faults/mails.test.ts',
    ],
    rounds: 3,
  },
  {
    name: 'matrix',
    title: 'Every call, made by everyone who may have to do with a family',
    proved:
      'Each call is made by a stranger, a student without a family, the payer, guardians with and without rights, a former guardian, a teenager with an account of their own and who paid before, ' +
      'the instructor, a substitute, an admin, a former admin, an API key of each scope and one of a former admin: each is answered as declared, a refused call leaves every row as it was, and ' +
      'each reads of the children what is declared, by all calls together. On SQLite and on PostgreSQL.',
    notProved: 'What can be learnt from how long an answer takes.',
    files: [
      'tests/api/every-actor.test.ts',
      'tests/api/access-table.test.ts',
      'tests/api/whose-child.test.ts',
      'tests/api/what-teachers-see.test.ts',
    ],
  },
  {
    name: 'postgres',
    title: 'On PostgreSQL as on SQLite',
    proved:
      'What a checkpoint tries on SQLite alone holds on PostgreSQL: who may make which call, bad input, limits of calls, the log, rotated keys, recovery after a theft, pictures, what is kept after any history, and walks whose statements shorter tests have sent it.',
    notProved: 'Other versions of PostgreSQL than the one that ran.',
    files: LONG_ON_POSTGRES,
  },
  {
    name: 'statements',
    title: 'What families owe',
    proved:
      'In random histories of families (places by card, by hand and owed, paid, moved, cancelled, called off, struck, refunded in part, disputed, refused by the bank, charged, credited and reversed, invoiced, paid for whatever was owed, in instalments, too late, given back to cards, merged and put apart) the balance, on the page, in mails and printed, of each family, the sum of its lines and the money check are after each step what a model of prices and lessons says.',
    notProved: 'That the prices are right: the model reckons by the same rule.',
    files: ['server/features/statement/histories.test.ts'],
    rounds: 34,
  },
  {
    name: 'accountant',
    title: 'The accountant’s files',
    proved:
      'Of a school of 200 families with random charges, reversals, invoices, void ones and payments by hand, the files of charges, invoices and movements agree with the records, with each other by invoice and tax rate, and with the money check, month by month; where a machine has LibreOffice, it reads the same columns.',
    notProved: 'That a tax office asks for these columns.',
    files: ['server/features/reports/accountant.test.ts'],
    rounds: 5,
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
  {
    name: 'races',
    title: 'Races, and a card service that answers badly',
    proved:
      'Two processes on one PostgreSQL sell the last seat once, and siblings two of three seats together or none, and give the one place of a guest to one of three; one family has four places of a class held and one offer of it open, however many of its guardians call at once; a payment that the client, the card service’s event and the sweeper tell at the same moment is one enrolment. ' +
      'Where an answer of the card service is lost, cut off, late, an error or another server’s page, the next try finishes what was begun, once. With the rule broken on purpose, the test fails.',
    notProved: 'The hosted card service itself: the one here speaks its protocol, and its faults are ours.',
    files: [
      'tests/faults/races.test.ts',
      'tests/faults/family-races.test.ts',
      'tests/faults/guest-races.test.ts',
      'tests/faults/card-service.test.ts',
    ],
  },
  {
    name: 'pooler',
    title: 'Behind PgBouncer',
    proved:
      'In transaction mode, with five connections for all: first starts at once make one school, seats are sold and given back by calls and jobs of two schools, the books are right, ' +
      'and no session is left with a lock or a prepared statement.',
    notProved: 'Other poolers, and PgBouncer in statement mode, which allows no transactions.',
    files: ['tests/faults/pooler.test.ts'],
    rounds: 10,
  },
  {
    name: 'restarts',
    title: 'Processes are replaced under load',
    proved:
      'Replacing all processes one after the other loses at most two requests a time, with `WORKERS=2` by SIGUSR2 and behind nginx with `deploy/nginx.conf`; a process that is killed is replaced, and ' +
      'loses no more than what it was answering or was on its way to it.',
    notProved:
      'A restart across a migration that the old version cannot live with: `docs/production.md` says how that is done.',
    files: ['tests/process/workers.test.ts', 'tests/process/nginx.test.ts'],
    rounds: 5,
  },
  {
    name: 'journey',
    title: 'The whole journey, at two processes behind nginx',
    proved:
      'In a browser, an instructor adds a class with a picture, an admin approves it, a visitor finds it, registers, pays with a test card and is enrolled, while nginx with `deploy/nginx.conf` gives one request to ' +
      'the one process and the next to the other: what one of them changed, the other shows.',
    notProved: 'TLS, which nginx does: its lines stay out, since the certificate is the school’s.',
    files: ['tests/e2e/main-journey.spec.ts'],
    env: { BEHIND_NGINX: '1' },
  },
  {
    name: 'traffic',
    title: 'An hour’s traffic, in minutes',
    proved:
      'Ten requests a second for an hour (pages, calls, signed-in reads, writes, pictures; 16 at once, as fast as they are answered): none fails, and what the process holds in memory ' +
      'is level: at most 15 % more at any moment of the second half than at the highest of the first.',
    notProved: 'Weeks: what grows by less than that in an hour shows in the figures of `/metrics`.',
    files: ['proof/mixed-traffic.ts'],
    rounds: 1,
  },
  {
    name: 'soak',
    title: 'Hours of use, while everything fails in turn',
    proved:
      'For two hours (`SOAK_MINUTES`), on SQLite in one process and side by side on PostgreSQL in two, visitors, families who pay, a teacher, the office and programs with webhooks and copies use the school, while processes are killed and replaced, the disk of the data folder is full, the card service, the mail server and the receiver of webhooks are away, and backups are made: nothing that was acknowledged is lost, the books agree with the card service, each mail and message has arrived, once but for those over which a process died, a copy kept by `since` is the original, a backup restores to the same rows, `doctor` finds nothing wrong, no handle is left open, and memory is level: a line through its moments of the last three eighths, half an hour after a process was killed last, rises by no more than twice the standard deviation of the moments from it, or three hundredths of what is held.',
    notProved:
      'A disk that is full under PostgreSQL itself. A file that a teacher deletes while a backup is made is named by the records of that backup and not in it: `doctor` says so, which is told here and not judged. Without the right to mount, no file of the data folder may grow instead of a full disk. In less than two hours memory is told and not judged.',
    files: ['proof/soak.ts'],
  },
  {
    name: 'slow',
    title: '900 slow connections',
    proved:
      '300 clients send a head a line at a time, 300 a body a byte at a time, and 300 ask for a hundred pages each and read nothing. Others are served meanwhile on connections of their own, ' +
      'memory grows by less than 250 MB, and the school has ended each of the 900 after less than three minutes.',
    notProved:
      'More connections than the system gives a process (`ulimit -n`), and a flood that fills the line: that is for what stands before the school.',
    files: ['proof/slow-connections.ts'],
  },
  {
    name: 'backup',
    title: 'A backup of a large school, under load',
    proved:
      'While 16 students at a time enrol and pay, a school of 100 000 enrolments is backed up; each backup restores into empty records of the same kind, `doctor` finds nothing wrong there, and every enrolment that ' +
      'was acknowledged when the backup began is in it.',
    notProved: 'A school ten times as large; and that the operator keeps the file.',
    files: ['proof/backup-under-load.ts'],
    rounds: 2,
  },
  {
    name: 'palettes',
    title: 'Every page in every palette',
    proved:
      'What a visitor, a student, an instructor and an admin point at, focus or press has the contrast that WCAG asks for on every page, in each palette and in the hardest colours that a school may choose itself.',
    notProved: 'Colours that a browser or a reader puts in the place of the school’s.',
    files: ['tests/e2e/pointer.spec.ts', 'tests/e2e/palette.spec.ts'],
  },
  {
    name: 'languages',
    title: 'Every page in other languages, letters and words',
    proved:
      'No page, nor what its buttons open, has a word outside of the catalogue of messages, or one that does not fit 360 or 1280 pixels; each is laid out from right to left without scrolling sideways; letters of twice their size need none on a phone; what people write, whatever it is, is text on every page; and visitors, parents, teachers and owners come through in German and in French.',
    notProved: 'That a sentence reads well to a native reader.',
    files: [
      'tests/e2e/pseudo.spec.ts',
      'tests/e2e/large-text.spec.ts',
      'tests/e2e/hostile-words.spec.ts',
      ...WALKED_IN_LANGUAGES,
    ],
  },
  {
    name: 'widths',
    title: 'Journeys on a phone and at a desk',
    proved:
      'What a checkpoint walks at one width is walked at the others, too: 360, 768 or 1280 pixels, where the screens of a journey differ.',
    notProved: 'Widths between these, and browsers but Chromium.',
    files: WALKED_AT_WIDTHS,
  },
  {
    name: 'pictures',
    title: 'Hostile pictures',
    proved:
      'Pictures with bytes flipped at random are shown or refused, and never break the host; nor do decompression bombs, files with two faces, and truncated ones.',
    notProved:
      'Faults of the decoders that nobody knows yet: each picture is decoded in a process that ends with it.',
    files: ['embedded/image-host/decode/attacks.test.ts'],
    rounds: 8,
  },
  {
    name: 'properties',
    title: 'Properties, with other values than yesterday',
    proved:
      'What must be true of any values (money that is shared out, kept sums after any history, lessons of any plan, hostile input) is tried with values that differ at each run; `npm test` tries the same ones each time.',
    notProved:
      'Every value: a property is tried with some hundreds. A failure names its seed, which `FAST_CHECK_SEED` gives again.',
    files: PROPERTIES,
    env: { FAST_CHECK_SEED: 'random' },
  },
  {
    name: 'others',
    title: 'One person asks for much, others wait for nothing',
    proved:
      'While an attacker guesses at passwords (from 200 networks, from one), exports every payment and every user, asks for wide timetables or imports 20 000 lines, on a school of 100 000 enrolments in one process on SQLite: ' +
      'another person’s call and sign-in take less than a second each, and 99 of 100 answers of `/healthz` less than 100 ms.',
    notProved:
      'A flood that fills the line, and a machine whose cores are taken by others: the school gives way every five milliseconds, and the system decides when it goes on.',
    files: ['proof/others-wait.ts'],
  },
  {
    name: 'fleet',
    title: 'Twenty schools on one machine',
    proved:
      'Twenty schools are made, listed, woken by visitors and by what their timers do, backed up, examined and upgraded by the commands for many, one of them with a migration that breaks and one with a release that does not start after it: these are put back and run as before, and the rest is gone on with. ' +
      'An upgrade that is killed, at whatever moment, is gone on with by the next, and no row of a school is lost. On SQLite, and on PostgreSQL that a school gets its records back.',
    notProved:
      'systemd itself, in whose place a stand-in holds the sockets; its own `systemd-socket-activate` starts a school in `tests/process/passed-socket.test.ts`.',
    files: ['tests/process/fleet.test.ts', 'tests/process/passed-socket.test.ts'],
    rounds: 5,
    env: { FLEET_SCHOOLS: '20' },
  },
  {
    name: 'noun',
    title: 'A new noun',
    proved:
      'What `npm run new` writes type-checks, and its own tests hold with those that find a new noun by themselves: who may call, the log, changes at the same time, the documentation, words, dialogs, what becomes of its rows. On SQLite and on PostgreSQL.',
    notProved: 'What is written into it afterwards.',
    files: ['proof/new-noun.ts'],
  },
];
