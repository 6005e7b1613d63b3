import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** WCAG 2.2, A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const { resolve } = createRequire(import.meta.url);
/** Frames without an origin of their own, as a mail that is shown has, are looked at too. */
const SOURCE = `${readFileSync(resolve('axe-core/axe.min.js'), 'utf8')};
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

async function readAxe(frame: Frame) {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  } catch (error) {
    // A mail that is shown again has another frame, and the one before is gone.
    if (!frame.isDetached()) throw error;
  }
}

/**
 * What axe finds wrong on the page as it stands, or in one piece of it, by all its rules or those that `runOnly`
 * names. A document reads axe once, which takes as long as looking at a page does.
 */
export async function faultsOn(page: Page, runOnly?: RunOptions['runOnly'], piece = 'html') {
  for (const frame of page.frames()) await readAxe(frame);
  return page.evaluate(
    async ({ piece, runOnly }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      // What is drawn may fade in, and has the contrast that axe judges once it is there.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
      const options: RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
      return (await axe.run(piece, options)).violations;
    },
    { piece, runOnly },
  );
}

/**
 * What axe finds on the page, or in one piece of it, that shuts people out: each rule with the elements that
 * break it.
 */
export async function violationsOf(page: Page, piece?: string): Promise<[rule: string, html: string[]][]> {
  const violations = await faultsOn(page, TAGS, piece);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
