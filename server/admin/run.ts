import { appendFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { makeFolder, OpenError } from '#server/database/open.ts';
import { isOutage, refusalOf } from '#server/database/outage.ts';
import { backup } from './backup.ts';
import { type Command, type Flag, Refused, type Result } from './command.ts';
import { doctor } from './doctor.ts';
import { mailTest } from './mail-test.ts';
import { makeAdmin } from './make-admin.ts';
import { move } from './move.ts';
import { openProgress } from './progress.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { resetSecondFactorCommand } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  backup,
  restore,
  doctor,
  move,
  rotateKeys,
  makeAdmin,
  resetPasswordCommand,
  resetSecondFactorCommand,
  mailTest,
];

/** What a command ends with. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

type Surroundings = {
  env: Record<string, string | undefined>;
  now: () => number;
  version: string;
  out: Pick<NodeJS.WriteStream, 'write'>;
  /** Where progress and refusals go. */
  err: NodeJS.WriteStream;
};

class UsageError extends Error {
  override name = 'UsageError';
}

const ALWAYS: Record<string, Flag> = {
  json: { type: 'boolean', help: 'One line of JSON instead of sentences' },
  help: { type: 'boolean', short: 'h', help: 'This text' },
};

/** Runs one command as it was typed, says what came of it, and gives what the process is to end with. */
export async function runAdmin(argv: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = argv;
  const say = (text: string) => void around.out.write(`${text}\n`);
  if (name === '--version') {
    say(`Cadenza ${around.version}`);
    return EXIT.done;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    say(overview());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const isJson = rest.includes('--json');
  try {
    const command = COMMANDS.find((one) => one.name === name);
    if (!command) throw new UsageError(`There is no command ${name}. Those there are: admin --help.`);
    const { positionals, values } = parse(command, rest);
    if (values.help) {
      say(helpOf(command));
      return EXIT.done;
    }
    if (positionals.length !== command.takes.length)
      throw new UsageError(`It is used like this: ${usageOf(command)}`);
    const result = await runNoted(command, { positionals, values }, around);
    if (isJson) say(JSON.stringify({ ok: !result.isWrong, ...result.data }));
    else for (const line of result.lines) say(line);
    return result.isWrong ? EXIT.refused : EXIT.done;
  } catch (error) {
    const sentences = sentencesOf(error);
    if (isJson) say(JSON.stringify({ ok: false, errors: sentences }));
    else for (const sentence of sentences) around.err.write(`${sentence}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.flags, ...ALWAYS }).map(([name, { help: _help, ...option }]) => [
      name,
      option,
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Typed = { positionals: string[]; values: Record<string, unknown> };

async function runNoted(
  command: Command,
  { positionals, values }: Typed,
  around: Surroundings,
): Promise<Result> {
  let config: Config;
  try {
    config = readConfig(around.env);
  } catch (error) {
    if (error instanceof ConfigError && command.onConfigFaults) return command.onConfigFaults(error.faults);
    throw error;
  }
  const { now, version, err } = around;
  const work = { config, now, version, progress: openProgress(err, now) };
  /** A folder that cannot be written must not hide what came of the command. */
  const noted = (outcome: string) =>
    note(config, { command: command.name, args: positionals, outcome, at: now() }).catch((error) => {
      err.write(`No line was added to admin.log (${error.code}).\n`);
    });
  try {
    const result = await command.run(work, positionals, values);
    await noted(result.isWrong ? 'wrong' : 'done');
    return result;
  } catch (error) {
    await noted(sentencesOf(error).join(' '));
    throw error;
  }
}

type Noted = { command: string; args: readonly string[]; outcome: string; at: number };

/**
 * A line of `admin.log` in the data folder for each command that was run: when, by whom, with what outcome.
 * Never a secret: none is an argument.
 */
async function note({ dataDir }: Config, { at, ...what }: Noted) {
  makeFolder(dataDir);
  const line = { time: new Date(at).toISOString(), user: userInfo().username, host: hostname(), ...what };
  await appendFile(join(dataDir, 'admin.log'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults;
  if (error instanceof Refused || error instanceof OpenError || error instanceof UsageError)
    return [error.message];
  if (isOutage(error)) return [`The database cannot be reached (${error.code ?? error.message}).`];
  const refusal = refusalOf(error);
  if (refusal) return [refusal];
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code ? [`${message} (${code})`] : [stack ?? String(error)];
}

const usageOf = ({ name, takes }: Command) => ['admin', name, ...takes].join(' ');

function helpOf(command: Command): string {
  const flags = Object.entries({ ...command.flags, ...ALWAYS });
  return [
    `${usageOf(command)} [flags]`,
    '',
    `${command.summary}.`,
    ...command.help.flatMap((paragraph) => ['', paragraph]),
    '',
    ...flags.map(([name, { type, help }]) => `  --${name}${type === 'string' ? ' …' : ''}`.padEnd(18) + help),
    '',
    'It ends with 0 when it is done, 1 when it was refused or did not succeed, 2 when it was not typed as above.',
  ].join('\n');
}

const overview = () =>
  [
    'Commands of Cadenza, run with the same configuration as the school itself:',
    '',
    ...COMMANDS.map(
      (command) =>
        `  ${usageOf(command)
          .replace(/^admin /, '')
          .padEnd(28)} ${command.summary}`,
    ),
    '',
    'admin <command> --help says more about one; --json gives one line of JSON; admin --version says which Cadenza this is.',
  ].join('\n');
