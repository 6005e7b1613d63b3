// Takes the pictures of the README from a demo school of its own: `npm run screenshots`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { installChromium } from '#tests/support/chromium.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pictures = join(root, 'docs', 'pictures');
const WIDE = { width: 1280, height: 860 };

const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-pictures-'));
const school = spawnSchool({ DATA_DIR: dataDir });
const baseURL = await school.listening;
const browser = await chromium.launch({
  executablePath: installChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
mkdirSync(pictures, { recursive: true });

async function open(email) {
  const context = await browser.newContext({ baseURL, viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (!email) return page;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}

async function shoot(page, path, name) {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(pictures, `${name}.webp`));
  console.log(`docs/pictures/${name}.webp`);
}

const visitor = await open();
await shoot(visitor, '/', 'home');
await shoot(visitor, '/classes', 'classes');

const student = await open('student@cadenza.example');
await student.goto('/student/class/selected');
const payment = await student.getByRole('link', { name: 'Pay Now' }).first().getAttribute('href');
await shoot(student, payment, 'payment');
await shoot(await open('admin@cadenza.example'), '/admin', 'admin');
await shoot(await open('clara@cadenza.example'), '/instructor/myclass', 'instructor');

await browser.close();
await stopSchool(school);
rmSync(dataDir, { recursive: true, force: true });
