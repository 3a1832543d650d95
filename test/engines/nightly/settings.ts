/** Returns the duration of a random run in minutes: `ENGINE_MINUTES`, or the default. */
export function minutes(usual: number): number {
  return Number(process.env['ENGINE_MINUTES'] ?? usual);
}

let chosen: number | undefined;

/** Returns the random seed: `ENGINE_SEED`, or a new one, which is printed. */
export function seed(): number {
  chosen ??= Number(process.env['ENGINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`ENGINE_SEED=${chosen}\n`);
  return chosen;
}
