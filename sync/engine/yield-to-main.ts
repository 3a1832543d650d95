/** Not in TypeScript's library yet, and not in every browser. */
interface WithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/**
 * Lets a finger and the screen have the thread between two parts of a long work, where the browser can: a timer would
 * hold up the sending of a tab in the background.
 */
export async function yieldToMain(): Promise<void> {
  await (globalThis as WithScheduler).scheduler?.yield?.();
}
