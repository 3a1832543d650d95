/**
 * Returns the duration of a random run in minutes: `ENGINE_MINUTES`, or the default.
 * @throws if it isn't a positive number: the run would do nothing and pass
 */
export function minutes(defaultMinutes: number): number {
  const minutes = Number(process.env['ENGINE_MINUTES'] ?? defaultMinutes);
  if (!(minutes > 0)) throw new Error('ENGINE_MINUTES must be a positive number.');
  return minutes;
}

let chosenSeed: number | undefined;

/** Returns the random seed: `ENGINE_SEED`, or a new one, which is printed. */
export function seed(): number {
  chosenSeed ??= Number(process.env['ENGINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`ENGINE_SEED=${chosenSeed}\n`);
  return chosenSeed;
}
