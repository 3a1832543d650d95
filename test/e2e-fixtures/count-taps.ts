import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { root } from '#test/setup/source-tree.ts';

/** Number of taps and key presses that a task takes. */
interface Effort {
  readonly taps: number;
  readonly keys: number;
}

declare global {
  interface Window {
    /** Taps and key presses since the task started. */
    effort?: { taps: number; keys: number };
  }
}

/**
 * Starts counting trusted browser events, which only real input creates, so none can be missed or
 * faked.
 */
export async function startCounting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const effort = { taps: 0, keys: 0 };
    window.effort = effort;
    // Before the app's own handlers.
    addEventListener('pointerdown', (event) => void (event.isTrusted && (effort.taps += 1)), true);
    addEventListener('keydown', (event) => void (event.isTrusted && (effort.keys += 1)), true);
  });
}

/** Returns the counts; throws if the page was reloaded, which resets them. */
export async function readEffort(page: Page): Promise<Effort> {
  const effort = await page.evaluate(() => window.effort);
  if (!effort) throw new Error('The page was reloaded during the task.');
  return effort;
}

const measurements = readFileSync(join(root, 'docs', 'bench.md'), 'utf8');

/** Returns a task's row in docs/bench.md: `| job | taps | keys | goal |`. */
function documentedEffort(task: string): Effort {
  const row = measurements.split('\n').find((line) => line.startsWith(`| ${task} `));
  const [, , taps, keys] = row?.split('|').map((cell) => cell.trim()) ?? [];
  if (!taps || !keys) throw new Error(`The table of taps in docs/bench.md has no row “${task}”.`);
  return { taps: Number(taps), keys: Number(keys) };
}

/**
 * Expects exactly the documented number of taps and keys (soft, so later tasks are still counted).
 */
export async function expectEffort(page: Page, task: string): Promise<void> {
  const effort = await readEffort(page);
  const { taps, keys } = documentedEffort(task);
  const isWithinLimit = effort.taps <= taps && effort.keys <= keys;
  const hint = isWithinLimit
    ? 'The task needs less input than docs/bench.md says: update the numbers there.'
    : 'The task needs more input than docs/bench.md promises.';
  expect.soft(effort, `${task}. ${hint}`).toEqual({ taps, keys });
}
