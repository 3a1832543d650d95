/** How long a nightly run of random work takes, in minutes: `ENGINE_MINUTES`, or as long as it takes by default. */
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
