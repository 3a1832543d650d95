/** The Scheduler API, which is missing from TypeScript's DOM types and from some browsers. */
interface GlobalWithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/**
 * Yields to input and rendering between two parts of long work, where the browser supports it. A timer would
 * slow down sending in background tabs.
 */
export async function yieldToMain(): Promise<void> {
  await (globalThis as GlobalWithScheduler).scheduler?.yield?.();
}
