import type { Browser, CDPSession } from '@playwright/test';

/**
 * A phone of today on a slow mobile network: 150 ms, 1.6 Mbit/s, a processor four times slower than this one.
 */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
};
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_SLOWDOWN = 4;
/** How long nothing must travel until a page counts as settled. */
const QUIET_MS = 1500;

/** What one cold visit cost; times in milliseconds after the navigation began, bytes as they travelled. */
export type Visit = {
  largestPaint: number;
  blocking: number;
  shift: number;
  scriptBytes: number;
  fontBytes: number;
};

type Seen = Pick<Visit, 'largestPaint' | 'blocking' | 'shift'>;

/** Runs in the page before its own scripts. */
function observe() {
  const seen = { largestPaint: 0, blocking: 0, shift: 0 };
  Object.assign(window, { seen });
  const on = (type: PerformanceObserverInit['type'], tell: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on('longtask', ({ startTime, duration }) => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    if (painted && startTime + duration > painted.startTime) seen.blocking += duration - 50;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
}

/** Adds up what travels, by kind of resource. */
function countBytes(session: CDPSession) {
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  let lastAt = Date.now();
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.requestWillBeSent', () => {
    lastAt = Date.now();
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now();
    const kind = kinds.get(requestId) ?? '';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return {
    of: (kind: string) => bytes.get(kind) ?? 0,
    quietFor: () => Date.now() - lastAt,
  };
}

/** Visits an address for the first time, as a phone does, and waits until nothing more comes. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const bytes = countBytes(session);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    while (bytes.quietFor() < QUIET_MS) await page.waitForTimeout(200);
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    return { ...seen, scriptBytes: bytes.of('Script'), fontBytes: bytes.of('Font') };
  } finally {
    await context.close();
  }
}

/** The middle one of an odd number of figures. */
export const median = (figures: readonly number[]) =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;
