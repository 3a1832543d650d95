import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server process with demo data, as started by `npm start`. */
export interface RunningServer {
  readonly address: string;
  /** Resolves to the one-time code for an identifier once the server prints it. */
  codeFor(identifier: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the server on a free port. Throws with its last output if it exits before listening.
 * @param variables environment variables, including those that select the database
 */
export async function startServer(variables: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  let onNewLine: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      onNewLine();
    });
  }

  /** Resolves to the first line matching the pattern, past or future. */
  async function waitForLine(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = lines.map((line) => pattern.exec(line)?.[1]).find((groupText) => groupText);
      if (match) return match;
      const next = new Promise<'line'>((resolve) => (onNewLine = () => resolve('line')));
      const event = await Promise.race([next, exited]);
      if (event !== 'line') throw new Error(`The server ended:\n${lines.slice(-20).join('\n')}`);
    }
  }

  return {
    address: await waitForLine(/ is at (http:\S+)/),
    codeFor: (identifier) => waitForLine(new RegExp(`${RegExp.escape(identifier)}: (\\d{5})`)),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
