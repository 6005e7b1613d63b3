import fs, { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import {
  beginBackup,
  isBackupRunning,
  keepBackupRunning,
} from '#server/database/settings/running-backups.ts';
import { findUncounted, KINDS, type Kind, makePlace, type Place, readAll } from '#tests/support/admin.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { PDF } from '#tests/support/lesson-files.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { writeArchive } from './records/archive.ts';
import { BACKUP_MAX_MS, HELD_MS } from './records/hold-stored.ts';

const OLD = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');
const OWN = inject('dialect');
const DAY_MS = 24 * 60 * 60_000;

const places: Place[] = [];
async function place(kind: Kind = OWN, now?: () => number) {
  const made = await makePlace(kind, now);
  places.push(made);
  return made;
}
afterEach(() => {
  for (const { remove } of places.splice(0)) remove();
});

/** A school with a little of everything, of which `whole` is a backup that was made while it ran. */
let from: Place;
let picture: string;
let made: Awaited<ReturnType<Place['admin']>>;
let whole: string;
beforeAll(async () => {
  from = await makePlace(OWN);
  const filled = await fill(from);
  picture = filled.picture;
  whole = from.file('whole.backup');
  made = await from.admin('backup', whole, '--json');
  await filled.school.close();
});
afterAll(() => from.remove());

/** A school that runs on these records. */
const openAt = ({ env, open }: Place): Promise<TestSchool> => openTestSchool({ env, records: open() });

async function uploadPicture(school: TestSchool): Promise<string> {
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(900, 60).png())], 'picture.png', { type: 'image/png' }));
  const request = new Request('http://school.test/', { method: 'POST', body: form });
  const answer = await school.app.inject({
    method: 'POST',
    url: '/images/1/upload?key=cadenza-web',
    headers: { 'content-type': String(request.headers.get('content-type')) },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return new URL(answer.json().data.display_url).pathname;
}

type Found = { about: string; state: string };

/**
 * What does not hold; the machine's clock is another matter where the commands are given one of the test's.
 */
async function findWrong({ admin }: Place): Promise<Found[]> {
  const { findings } = JSON.parse((await admin('doctor', '--json')).out) as { findings: Found[] };
  return findings.filter(({ about, state }) => state === 'wrong' && about !== 'Clock');
}

const withoutNote = (rows: Record<string, string[]>) => ({
  ...rows,
  settings: rows.settings?.filter((row) => !row.includes('last-backup')),
});

/** What 0.1.0 left, brought up to date, with a picture and a student who paid. */
async function fill(at: Place) {
  const old = await place('sqlite');
  old.write('cadenza.sqlite', gunzipSync(readFileSync(OLD)));
  expect(await at.admin('restore', old.folder)).toMatchObject({ code: 0, err: '' });
  const school = await openAt(at);
  const picture = await uploadPicture(school);
  const { _id } = await school.addClass({ image: picture, classname: 'Übung „Ton“ \\ ′ 🎻' });
  await enrol(school, await school.signIn('student'), _id);
  const lesson = await addLesson(school.db, { classid: _id, day: '2026-09-02' });
  const teacher = await school.signIn('admin');
  const file = new File([PDF], 'Übung.pdf');
  const sent = await teacher.call('POST', `/lessons/${lesson._id}/files`, { file });
  expect(sent.status).toBe(200);
  return { school, picture };
}

describe.each(KINDS)('a backup restores into %s', (kind) => {
  test('as the same school with its pictures and secrets', async () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({ ok: true, pictures: 3, files: 1 });
    expect(statSync(whole).mode & 0o777).toBe(0o600);
    const before = await from.records(readAll);
    expect(before.settings?.join()).toContain('last-backup');

    const to = await place(kind);
    expect(await to.admin('restore', whole)).toMatchObject({ code: 0, err: '' });
    const restored = await to.records(readAll);
    expect(withoutNote(restored)).toEqual(withoutNote(before));
    // Of what was restored nobody has made one yet.
    expect(restored.settings?.join()).not.toContain('last-backup');
    if (kind === 'postgres') expect(await to.records(findUncounted)).toEqual([]);
    expect(await findWrong(to)).toEqual([]);
    const again = await openAt(to);
    expect((await again.app.inject(picture)).statusCode).toBe(200);
    const { _id: file } = await again.db.selectFrom('lessonfiles').selectAll().executeTakeFirstOrThrow();
    const headers = { authorization: `Bearer ${(await again.signIn('admin')).token}` };
    const answer = await again.app.inject({ url: `/api/files/${file}`, headers });
    expect(answer.rawPayload.equals(PDF)).toBe(true);
    const named = async (q: string) =>
      (await again.call('GET', `/classes/page?q=${encodeURIComponent(q)}`)).body.items.map(
        (item: { classname: string }) => item.classname,
      );
    expect(await named('bung „to')).toEqual(['Übung „Ton“ \\ ′ 🎻']);
    expect(await named('bung „tun')).toEqual([]);
    const credentials = {
      email: 'student@cadenza.example',
      password: DEMO_PASSWORD,
      returnSecureToken: true,
    };
    const signIn = await again.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web',
      payload: credentials,
    });
    expect(signIn.statusCode).toBe(200);
    await again.close();
  });
});

test('a backup that is made while students enrol is of one moment: what it restores adds up', async () => {
  const running = await place();
  const school = await openAt(running);
  const students = await Promise.all(Array.from({ length: 6 }, () => school.signIn('student')));
  const classes = await Promise.all(Array.from({ length: 40 }, () => school.addClass()));
  const wishes = classes.flatMap(({ _id }) => students.map((student) => ({ student, _id })));
  let [places, isDone] = [0, false];
  const enrolling = (async () => {
    for (const { student, _id } of wishes) {
      if (isDone) return;
      await enrol(school, student, _id);
      places++;
    }
  })();
  const files: string[] = [];
  while (files.length < 3) {
    const before = places;
    const file = running.file(`${files.length}.backup`);
    expect(await running.admin('backup', file)).toMatchObject({ code: 0 });
    files.push(file);
    await vi.waitUntil(() => places > before, { timeout: 30_000 });
  }
  isDone = true;
  await enrolling;
  await school.close();
  const enrolled = new Set<number>();
  for (const file of files) {
    // A payment that was under way in that moment still is.
    const to = await place(OWN, school.now);
    expect(await to.admin('restore', file)).toMatchObject({ code: 0 });
    expect(await findWrong(to)).toEqual([]);
    enrolled.add((await to.records(readAll)).enrolments?.length ?? 0);
  }
  expect(enrolled.size).toBeGreaterThan(1);
});

/** Lets something happen just before a folder is looked into for the first time. */
function beforeLooking(folder: string, happen: () => Promise<void>) {
  const { readdir } = fs.promises;
  const patched = async (path: string, ...options: unknown[]) => {
    if (path === folder) {
      mend();
      await happen();
    }
    return (readdir as (...all: unknown[]) => Promise<unknown>)(path, ...options);
  };
  const mend = () => {
    fs.promises.readdir = readdir;
    syncBuiltinESMExports();
  };
  fs.promises.readdir = patched as typeof readdir;
  syncBuiltinESMExports();
}

/** A school with a file and a picture that it has had for longer than what nothing needs is kept. */
async function openWithOld() {
  let school: TestSchool | undefined;
  const at = await place(OWN, () => school?.clock.now ?? Date.now());
  school = await openAt(at);
  const { clock, db } = school;
  const picture = await uploadPicture(school);
  const { _id } = await school.addClass({ image: picture });
  const lesson = await addLesson(db, { classid: _id, day: '2026-09-02' });
  const file = new File([PDF], 'Etude.pdf');
  const sent = await (await school.signIn('admin')).call('POST', `/lessons/${lesson._id}/files`, { file });
  const id: string = sent.body.insertedId;
  clock.now += DAY_MS;
  const teacher = await school.signIn('admin');
  const stored = () => [
    existsSync(join(at.folder, 'images', picture.slice('/i/'.length))),
    existsSync(join(at.folder, 'files', id)),
  ];
  return {
    at,
    school,
    clock,
    stored,
    /** Both are given up, and all that follows is done. */
    async giveUp() {
      expect((await teacher.call('DELETE', `/files/${id}`)).status).toBe(200);
      await db.updateTable('classes').set({ image: '', approvedas: null }).where('_id', '=', _id).execute();
      await school.work();
    },
  };
}

test('what is given up while a backup is made is whole in it, and deleted once it is finished', async () => {
  const { at, school, stored, giveUp } = await openWithOld();
  const whileMade: boolean[][] = [];
  beforeLooking(at.file('images'), async () => {
    await giveUp();
    whileMade.push(stored());
  });
  const file = at.file('whole.backup');
  const made = await at.admin('backup', file, '--json');
  expect(JSON.parse(made.out)).toMatchObject({ ok: true, pictures: 3, files: 1 });
  expect(whileMade).toEqual([[true, true]]);
  await school.work();
  expect(stored()).toEqual([false, false]);
  expect(await findWrong(at)).toEqual([]);
  await school.close();
  const to = await place(OWN, school.now);
  expect(await to.admin('restore', file)).toMatchObject({ code: 0, err: '' });
  expect(await findWrong(to)).toEqual([]);
  expect(await to.records(({ db }) => isBackupRunning(db, 0))).toBe(false);
});

test.each([
  ['cannot say that it runs', HELD_MS, /was away for too long/],
  ['takes longer than a day', BACKUP_MAX_MS, /longer than a day/],
])('a backup that %s is given up, since what it reads may be deleted', async (_, later, says) => {
  const { at, school, stored, giveUp, clock } = await openWithOld();
  beforeLooking(at.file('images'), async () => {
    clock.now += later;
    await giveUp();
    expect(stored()).toEqual([false, false]);
  });
  const file = at.file('late.backup');
  expect(await at.admin('backup', file)).toMatchObject({ code: 1, err: expect.stringMatching(says) });
  expect(existsSync(file)).toBe(false);
  expect(await at.admin('backup', file)).toMatchObject({ code: 0 });
  await school.close();
});

test('a backup that was killed holds nothing back for long, and the next one forgets it', async () => {
  const { at, school, stored, giveUp, clock } = await openWithOld();
  await keepBackupRunning(school.db, await beginBackup(school.db, clock.now), clock.now + HELD_MS);
  await giveUp();
  expect(stored()).toEqual([true, true]);
  clock.now += HELD_MS;
  await school.work();
  expect(stored()).toEqual([false, false]);
  const running = () => school.db.selectFrom('settings').where('key', 'like', 'backup-running.%');
  expect(await running().select('key').execute()).toHaveLength(1);
  expect(await at.admin('backup', at.file('next.backup'))).toMatchObject({ code: 0 });
  expect(await running().select('key').execute()).toEqual([]);
  await school.close();
});

describe('what cannot be used is refused before anything is written:', () => {
  const damage: Record<string, (backup: Buffer) => Buffer> = {
    'half of it': (backup) => backup.subarray(0, backup.length >> 1),
    'all but its last byte': (backup) => backup.subarray(0, -1),
    'a bit that has flipped': (backup) => {
      const other = Buffer.from(backup);
      other.writeUInt8((other[backup.length >> 1] ?? 0) ^ 1, backup.length >> 1);
      return other;
    },
    'a row that was changed, and compressed again': (backup) => {
      const rows = gunzipSync(backup);
      const at = rows.indexOf('student@cadenza.example');
      rows.write('attacker', at);
      return gzipSync(rows);
    },
    'a file that follows': (backup) => {
      const rows = gunzipSync(backup);
      return gzipSync(Buffer.concat([rows.subarray(0, -1024), rows.subarray(0, 2048), rows.subarray(-1024)]));
    },
    'something else': () => Buffer.from('Minutes of the parents’ evening'),
    nothing: () => Buffer.alloc(0),
  };
  test.each(Object.keys(damage))('%s', async (how) => {
    from.write('bad.backup', damage[how]?.(readFileSync(whole)) ?? Buffer.alloc(0));
    const to = await place();
    const refused = await to.admin('restore', from.file('bad.backup'));
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^The backup cannot be used: .* Nothing was changed\.\n$/);
    expect(readdirSync(to.folder)).toEqual(['admin.log']);
    if (to.kind === 'postgres') expect(await to.records(readAll)).toEqual({});
  });
});

/** A backup whose checksums are right and whose rows are not. */
async function writeBroken(): Promise<string> {
  const path = from.file('broken.backup');
  const columns = ['_id', 'userid', 'self', 'leftat', 'createdat'];
  await writeArchive(
    path,
    (async function* () {
      yield { kind: 'rows' as const, table: 'learners', rows: [['l-1', null, 1, 1, 1]] };
      yield { kind: 'rows' as const, table: 'learners', rows: [['l-2', 'nobody', 1, null, 1]] };
    })(),
    {
      version: '0',
      madeat: 0,
      dialect: 'sqlite',
      migrations: { school: ['001-school', '002-release-0.2.0'] },
      tables: [{ name: 'learners', columns }],
    },
  );
  return path;
}

test('a restore that fails in its midst leaves the records empty, and the next one takes them', async () => {
  const to = await place();
  const refused = await to.admin('restore', await writeBroken());
  expect(refused.code).toBe(1);
  expect(await to.records(readAll)).toEqual({});
  expect(await to.admin('restore', whole)).toMatchObject({ code: 0 });
  expect(await findWrong(to)).toEqual([]);
});

test('records that hold a school already are not overwritten, nor is a file', async () => {
  expect(await from.admin('backup', whole)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/there already/),
  });
  const before = await from.records(readAll);
  const refused = await from.admin('restore', whole);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/not empty/) });
  expect(await from.records(readAll)).toEqual(before);
});

test('a backup of a newer version names that version’s migration and changes nothing', async () => {
  const path = from.file('newer.backup');
  await writeArchive(path, (async function* () {})(), {
    version: '9',
    madeat: 0,
    dialect: 'sqlite',
    tables: [],
    migrations: { school: ['001-school', '999-choirs'] },
  });
  const to = await place();
  const refused = await to.admin('restore', path);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/newer version.*999-choirs/) });
  expect(existsSync(to.file('cadenza.sqlite'))).toBe(false);
});

test('an archive cannot write outside of the picture store', async () => {
  const path = from.file('hostile.backup');
  await writeArchive(
    path,
    (async function* () {
      yield { kind: 'pictures' as const, name: '..', bytes: Buffer.from('x') };
    })(),
    {
      version: '0',
      madeat: 0,
      dialect: 'sqlite',
      tables: [],
      migrations: { school: ['001-school'] },
    },
  );
  const to = await place();
  expect(await to.admin('restore', path)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no picture/),
  });
});
