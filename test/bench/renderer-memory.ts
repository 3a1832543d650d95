import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const EVERY_MS = 200;

/** Memory used by a browser's pages. */
interface MemoryWatch {
  /** Stops and returns the peak growth in bytes. */
  stop(): number;
}

/**
 * Watches the memory of a browser's page processes, without the browser process. Linux only
 * (`/proc`).
 */
export async function watchMemory(context: BrowserContext): Promise<MemoryWatch> {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const pages = (answer?.processInfo ?? []).filter(({ type }) => type === 'renderer');
  if (pages.length === 0) throw new Error('The browser does not tell its processes.');
  const now = () => pages.reduce((sum, { id }) => sum + residentBytes(id), 0);
  const before = now();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, now())), EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return most - before;
    },
  };
}

function residentBytes(process: number): number {
  const status = readFileSync(`/proc/${process}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
