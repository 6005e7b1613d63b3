import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config/config.ts';

/*
 * What cannot be run in a test is parsed by the tools that read it, and compared with the settings that the
 * school reads.
 */

const ROOT = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Every variable that the school can be told, as `.env.example` lists them. */
const known = new Set(
  [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/\b([A-Z][A-Z\d_]{3,})\b/g)].map(
    ([, name]) => name,
  ),
);

/** What a Dockerfile may say after its `FROM` (docs.docker.com/reference/dockerfile). */
const INSTRUCTIONS =
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  );

type Service = {
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks?: string[];
  depends_on?: string[] | Record<string, unknown>;
  build?: { context: string; dockerfile: string; args: { RELEASE: string } };
};
type Compose = Record<'volumes' | 'networks' | 'secrets', Record<string, unknown>> & {
  services: Record<'school' | 'database' | 'proxy', Service>;
};

test('the Dockerfile is one, and unpacks a release', () => {
  const lines = read('Dockerfile').trimEnd().split('\n');
  const [first, ...rest] = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' ', 1)[0]);
  expect(first).toBe('FROM');
  expect(rest.filter((instruction) => !INSTRUCTIONS.includes(instruction ?? ''))).toEqual([]);
  for (const [, words = ''] of read('Dockerfile').matchAll(/^.*?(?:ENTRYPOINT|CMD) (\[.*)$/gm))
    expect(JSON.parse(words)).toEqual(expect.arrayContaining([expect.any(String)]));
  expect(read('Dockerfile')).toMatch(/^ADD \$\{RELEASE\}\.tar\.gz \/opt\/$/m);
});

test('compose.yaml names only what it has, and is told its release', () => {
  const { services, volumes, networks, secrets }: Compose = parse(read('compose.yaml'));
  for (const {
    secrets: used = [],
    volumes: mounted = [],
    networks: joined = [],
    depends_on = [],
  } of Object.values(services)) {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(used));
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(joined));
    const places = mounted.map((volume) => volume.split(':')[0] ?? '');
    expect(Object.keys(volumes)).toEqual(
      expect.arrayContaining(places.filter((place) => !place.startsWith('.'))),
    );
    for (const file of places.filter((place) => place.startsWith('.')))
      expect(existsSync(join(ROOT, 'deploy', file)), file).toBe(true);
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
  }
  expect(services.school.build?.args.RELEASE).toMatch(/^\$\{RELEASE:\?[^}]+\}$/);
  const { context = '', dockerfile = '' } = services.school.build ?? {};
  expect(join('deploy', context, dockerfile)).toBe(join('deploy', 'Dockerfile'));
});

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('a new version is a change of package.json and of a heading of CHANGELOG.md', () => {
  const lock = JSON.parse(textOf('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  // What has been released last; above it stands what has not been yet, if anything.
  const [newest] = [...textOf('CHANGELOG.md').matchAll(/^## (\d\S*)/gm)].map(([, one]) => one);
  expect(newest).toBe(version);
  const named = [
    'README.md',
    ...['docs', 'deploy'].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
    ),
  ]
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .flatMap((path) => textOf(path).match(/cadenza-\d+\.\d+\.\d+\S*/g) ?? []);
  expect(named).toEqual([]);
});

test('a school starts with what compose.yaml tells it', () => {
  const { services }: Compose = parse(read('compose.yaml'));
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-compose-'));
  const secrets: Record<string, string> = {
    admin_password: 'Crescendo!7',
    database_url: 'postgres://cadenza:words@database/cadenza',
    smtp_url: 'smtps://office:words@mail.school.example',
    stripe_secret_key: 'sk_live_1',
    stripe_webhook_secret: 'whsec_1',
  };
  const env: Record<string, string> = { NODE_ENV: 'production', HOST: '0.0.0.0' };
  for (const [name, value] of Object.entries(services.school.environment ?? {})) {
    expect(known, name).toContain(name);
    const secret = /^\/run\/secrets\/(.*)/.exec(value)?.[1];
    env[name] = secret ? join(folder, secret) : value;
    if (secret) writeFileSync(join(folder, secret), secrets[secret] ?? '');
  }
  expect(services.school.secrets?.toSorted()).toEqual(Object.keys(secrets).sort());
  expect(readConfig(env)).toMatchObject({ isDemo: false, trustProxy: '172.30.0.0/24' });
  rmSync(folder, { recursive: true });
});

test('the unit of systemd says nothing that systemd does not know', () => {
  const unit = read('cadenza.service');
  const said = unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));
  expect(said.length).toBeGreaterThan(30);
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').map((word) => word.split('=')[0]),
  );
  expect(names).toEqual(['NODE_ENV', 'DATA_DIR']);
  for (const name of names) expect(known).toContain(name);
});

// Debian has it where systemd is installed; nothing else reads a unit as systemd does.
test.skipIf(!existsSync('/usr/bin/systemd-analyze')).each([
  [['cadenza.service'], 'cadenza.service'],
  [['cadenza@.service', 'cadenza@.socket', 'cadenza@.timer'], 'cadenza@tried.service'],
])('systemd finds no mistake in %j, and little exposed', (units, service) => {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-unit-'));
  const files = units.map((unit) => {
    const file = join(folder, unit.replace('@.', '@tried.'));
    // The program that it starts is elsewhere on this machine.
    writeFileSync(file, read(unit).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    return file;
  });
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  expect(verified.stderr.split('\n').filter((line) => line.includes('cadenza'))).toEqual([]);
  const asked = ['security', '--offline=yes', '--threshold=20', join(folder, service)];
  const security = spawnSync('systemd-analyze', asked, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(security.stdout).toMatch(/exposure level .*: \d/);
  expect(security.status, security.stdout).toBe(0);
});

test('the service of one school of many is protected as that of a single one', () => {
  const protections = (unit: string) =>
    read(unit)
      .split('\n')
      .filter((line) =>
        /^(Protect|Private|Restrict|Capability|Ambient|System|Lock|NoNew|Remove)\w+=/.test(line),
      );
  expect(protections('cadenza.service').length).toBeGreaterThan(20);
  expect(protections('cadenza@.service')).toEqual(protections('cadenza.service'));
});

test('the rule of polkit lets the owner of schools start and stop these, and nothing more', () => {
  type Rule = (
    action: { id: string; lookup(name: string): string },
    subject: { user: string },
  ) => string | undefined;
  const rules: Rule[] = [];
  const polkit = { addRule: (rule: Rule) => rules.push(rule), Result: { YES: 'yes' } };
  new Function('polkit', read('50-cadenza.rules'))(polkit);
  const MANAGE = 'org.freedesktop.systemd1.manage-units';
  const ask = (verb: string, unit: string, { user = 'cadenza', id = MANAGE } = {}) =>
    rules[0]?.({ id, lookup: (name) => ({ verb, unit })[name] ?? '' }, { user });
  for (const kind of ['socket', 'service', 'timer'])
    for (const verb of ['start', 'stop', 'reset-failed'])
      expect(ask(verb, `cadenza@a-school.${kind}`)).toBe('yes');
  expect(ask('start', 'ssh.service')).toBeUndefined();
  expect(ask('start', 'cadenza@a.service.d/x.service')).toBeUndefined();
  expect(ask('mask', 'cadenza@a.service')).toBeUndefined();
  expect(ask('start', 'cadenza@a.service', { user: 'www-data' })).toBeUndefined();
  expect(ask('', '', { id: 'org.freedesktop.systemd1.manage-unit-files' })).toBeUndefined();
});
