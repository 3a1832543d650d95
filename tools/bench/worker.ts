import type { Bench } from '#test/bench/bench-row.ts';

/** Runs one benchmark in a process of its own, so that none measures what another left behind. */
const [, , file = ''] = process.argv;
const { run } = (await import(file)) as Bench;
process.send?.(await run(), () => process.exit(0));
