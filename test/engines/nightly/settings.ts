/** Returns the length of a random run in minutes: `ENGINE_MINUTES`, or the usual length. */
export function minutes(usual: number): number {
  return Number(process.env['ENGINE_MINUTES'] ?? usual);
}

let chosen: number | undefined;

/** The number that makes the same choices again: `ENGINE_SEED`, or a new one, which is printed. */
export function seed(): number {
  chosen ??= Number(process.env['ENGINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`ENGINE_SEED=${chosen}\n`);
  return chosen;
}
