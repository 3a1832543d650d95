import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const SAMPLE_INTERVAL_MS = 200;

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
  const response = await session?.send('SystemInfo.getProcessInfo');
  const pages = (response?.processInfo ?? []).filter(({ type }) => type === 'renderer');
  if (pages.length === 0) throw new Error('The browser doesn’t list its processes.');
  const currentBytes = () => pages.reduce((sum, { id }) => sum + residentBytes(id), 0);
  const initialBytes = currentBytes();
  let peak = initialBytes;
  const timer = setInterval(() => (peak = Math.max(peak, currentBytes())), SAMPLE_INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak - initialBytes;
    },
  };
}

function residentBytes(process: number): number {
  const status = readFileSync(`/proc/${process}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
