import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '#test/setup/source-tree.ts';

/** Result of a program that ran alongside the devices. */
interface ProgramOutcome {
  readonly name: string;
  readonly hasPassed: boolean;
  /** The end of its output. */
  readonly lastLines: string;
}

/** Number of output lines reported for a program; more if it failed. */
const LINES = 6;
const LINES_OF_FAILURE = 60;

/** Random tests with their own servers; chaos includes restores. */
const programs = [
  { name: 'chaos', file: 'test/chaos/main.ts' },
  { name: 'attack', file: 'test/attack/main.ts' },
  { name: 'monkey', file: 'test/monkey/main.ts' },
];

/** Runs the programs one after the other, for about the given time in total. */
export async function runPrograms(minutes: number, seed: number): Promise<ProgramOutcome[]> {
  const outcomes: ProgramOutcome[] = [];
  for (const { name, file } of programs) {
    outcomes.push(await runProgram(name, [file, String(minutes / programs.length), String(seed)]));
  }
  return outcomes;
}

async function runProgram(name: string, args: readonly string[]): Promise<ProgramOutcome> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-100_000)));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = output.trimEnd().split('\n');
  const lastLines = lines.slice(-(code === 0 ? LINES : LINES_OF_FAILURE)).join('\n');
  return { name, hasPassed: code === 0, lastLines };
}
