import type { Bench } from '#test/bench/bench-row.ts';

/** Runs one benchmark in a separate process, unaffected by previous ones. */
const [, , file = ''] = process.argv;
const { run } = (await import(file)) as Bench;
process.send?.(await run(), () => process.exit(0));
