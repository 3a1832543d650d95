import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from '#test/setup/source-tree.ts';

/** What a job costs: how often the screen is touched, and how many keys are pressed. */
export interface Effort {
  readonly taps: number;
  readonly keys: number;
}

declare global {
  interface Window {
    /** What was touched and pressed since the job was begun. */
    effort?: { taps: number; keys: number };
  }
}

/**
 * Begins to count by the browser's own events: only what came from a finger or a keyboard is trusted, so a test
 * can neither forget one nor make one up.
 */
export async function startCounting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const effort = { taps: 0, keys: 0 };
    window.effort = effort;
    // Before anything that the app does about it.
    addEventListener('pointerdown', (event) => void (event.isTrusted && (effort.taps += 1)), true);
    addEventListener('keydown', (event) => void (event.isTrusted && (effort.keys += 1)), true);
  });
}

/** What was counted; throws where the page was loaded anew meanwhile, since that forgets it. */
export async function countedEffort(page: Page): Promise<Effort> {
  const effort = await page.evaluate(() => window.effort);
  if (!effort) throw new Error('The page was loaded anew in the middle of the job.');
  return effort;
}

const proofs = readFileSync(join(root, 'docs', 'proofs.md'), 'utf8');

/** The row of a job in docs/proofs.md: `| job | taps | keys | goal |`. */
function documentedEffort(job: string): Effort {
  const row = proofs.split('\n').find((line) => line.startsWith(`| ${job} `));
  const [, , taps, keys] = row?.split('|').map((cell) => cell.trim()) ?? [];
  if (!taps || !keys) throw new Error(`The table of taps in docs/proofs.md has no row “${job}”.`);
  return { taps: Number(taps), keys: Number(keys) };
}

/** A job takes what docs/proofs.md says, no more and no less; the jobs after it are counted all the same. */
export async function expectEffort(page: Page, job: string): Promise<void> {
  const counted = await countedEffort(page);
  const { taps, keys } = documentedEffort(job);
  const isBetter = counted.taps <= taps && counted.keys <= keys;
  const hint = isBetter
    ? 'It has become shorter: write the better numbers into docs/proofs.md.'
    : 'It has become longer than docs/proofs.md promises.';
  expect.soft(counted, `${job}. ${hint}`).toEqual({ taps, keys });
}
