import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Web } from '#server/http/app.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

const FIREBASE = {
  FIREBASE_PROJECT_ID: 'a-school',
  FIREBASE_API_KEY: 'a-key',
  FIREBASE_AUTH_DOMAIN: 'a-school.firebaseapp.com',
};
const STRIPE = {
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const SIGN_UP = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=cadenza-web';
const IMGBB = { IMAGES_UPLOAD_URL: 'https://api.imgbb.com/1/upload?key=k' };

let assets: string;
let web: Web;
let school: TestSchool;
beforeAll(() => {
  assets = mkdtempSync(join(tmpdir(), 'cadenza-assets-'));
  web = { assets, queryOf: () => new URLSearchParams(), render: async () => new Response('') };
});
afterAll(() => rmSync(assets, { recursive: true }));
afterEach(() => school.close());

const open = async (env: Record<string, string>) => {
  school = await openTestSchool({ env: { PUBLIC_URL: 'http://localhost', ...env }, web });
  const config = (await school.app.inject({ url: '/config.json' })).json();
  const policy = String((await school.app.inject({ url: '/' })).headers['content-security-policy']);
  const sources = (kind: string) =>
    new RegExp(`${kind}-src 'self' ?([^;]*)`).exec(policy)?.[1]?.split(' ').filter(Boolean);
  return { config, sources };
};

const statusOf = async (method: 'GET' | 'POST', url: string) =>
  (await school.app.inject({ method, url })).statusCode;

async function upload() {
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(60, 60).png())], 'picture.png', { type: 'image/png' }));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return school.app.inject({
    method: 'POST',
    url: '/images/1/upload?key=cadenza-web',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

describe('where nothing is named', () => {
  test('every service is embedded: browsers are told this origin, and pages reach nothing else', async () => {
    const { config, sources } = await open({});
    expect(config).toMatchObject({
      identity: { baseUrl: 'http://localhost', providers: ['google.com', 'github.com'] },
      cards: { publishableKey: 'pk_test_cadenza', baseUrl: 'http://localhost/cards' },
      images: { uploadUrl: 'http://localhost/images/1/upload?key=cadenza-web' },
    });
    for (const kind of ['connect', 'frame', 'script']) expect(sources(kind)).toEqual([]);
    expect(await statusOf('POST', SIGN_UP)).toBe(400);
    expect((await upload()).statusCode).toBe(200);
  });
});

describe('a hosted identity service', () => {
  test('is told to browsers and let into the policy, and the embedded one is not there', async () => {
    const { config, sources } = await open(FIREBASE);
    expect(config.identity).toEqual({
      apiKey: 'a-key',
      projectId: 'a-school',
      authDomain: 'a-school.firebaseapp.com',
      providers: ['google.com', 'github.com'],
    });
    expect(sources('connect')).toEqual([
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ]);
    expect(sources('script')).toEqual(['https://apis.google.com']);
    expect(sources('frame')).toEqual(['https://a-school.firebaseapp.com']);
    expect(await statusOf('POST', SIGN_UP)).toBe(404);
  });

  test('may be another than the vendor’s own', async () => {
    const { config, sources } = await open({ ...FIREBASE, IDENTITY_BASE_URL: 'http://127.0.0.1:9099/' });
    expect(config.identity.baseUrl).toBe('http://127.0.0.1:9099');
    expect(sources('connect')).toEqual(['http://127.0.0.1:9099']);
    expect([sources('script'), sources('frame')]).toEqual([[], []]);
  });
});

describe('a hosted card service', () => {
  test('is told to browsers and let into the policy, and the embedded one is not there', async () => {
    const { config, sources } = await open(STRIPE);
    expect(config.cards).toEqual({ publishableKey: 'pk_test_1' });
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(sources('connect')).toEqual(['https://api.stripe.com']);
    expect(sources('script')).toEqual(stripe);
    expect(sources('frame')).toEqual([...stripe, 'https://hooks.stripe.com']);
    expect(await statusOf('POST', '/cards/v1/payment_methods')).toBe(404);
    expect(school.importPayments).toBeUndefined();
  });

  test('may be another than the vendor’s own', async () => {
    const { config, sources } = await open({ ...STRIPE, STRIPE_BASE_URL: 'http://127.0.0.1:12111/' });
    expect(config.cards.baseUrl).toBe('http://127.0.0.1:12111');
    expect(sources('connect')).toEqual(['http://127.0.0.1:12111']);
    expect([sources('script'), sources('frame')]).toEqual([[], []]);
  });
});

describe('another image host', () => {
  test('is told to browsers and let into the policy', async () => {
    const { config, sources } = await open(IMGBB);
    expect(config.images).toEqual({ uploadUrl: IMGBB.IMAGES_UPLOAD_URL });
    expect(sources('connect')).toEqual(['https://api.imgbb.com']);
  });

  test('takes the uploads alone: here nothing is taken in, and what was taken in before is shown', async () => {
    await open({});
    const picture = new URL((await upload()).json().data.url).pathname;
    const { dataDir } = school.config;
    const { close } = school;
    await open({ ...IMGBB, DATA_DIR: dataDir });
    expect((await upload()).statusCode).toBe(404);
    expect(await statusOf('GET', picture)).toBe(200);
    await close();
  });
});
