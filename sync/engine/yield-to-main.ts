/** Missing in TypeScript's DOM types and in some browsers. */
interface WithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/**
 * Yields to input and rendering between two parts of long work, where the browser supports it. A timer would
 * slow down sending in background tabs.
 */
export async function yieldToMain(): Promise<void> {
  await (globalThis as WithScheduler).scheduler?.yield?.();
}
