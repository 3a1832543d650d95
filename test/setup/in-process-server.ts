import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#server/environment.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { freePort } from './free-port.ts';
import { operateWith, type TestServer } from './spawned-server.ts';

/**
 * Starts the real server inside the test's process, where modules are loaded and compiled once for
 * all servers.
 * @param variables settings, as environment variables
 */
export async function startInProcessServer(variables: Record<string, string>): Promise<TestServer> {
  const port = await freePort();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'club-server-'));
  const environment = { ...variables, PORT: String(port), DATA_DIR: dataDirectory };
  let running: RunningServer | null = null;

  const start = async (settings: Record<string, string> = {}) => {
    const environmentNow = readEnvironment({ ...environment, ...settings });
    running = await startServer(environmentNow, () => undefined);
  };
  const stop = async () => {
    const server = running;
    running = null;
    await server?.stop();
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDirectory,
    isRunning: () => running !== null,
    start,
    stop,
    operate: (script) => operateWith({ ...process.env, ...environment }, script),
    async dispose() {
      await stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
