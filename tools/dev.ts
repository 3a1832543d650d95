import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.ts';

/**
 * Development with hot reload: Vite serves the app on PORT (default 5173) and proxies /api, /files
 * and /dev to the API on API_PORT (default 8080), which restarts when its files change. Arguments
 * are passed to Vite: `npm run dev -- --host` exposes it to the network.
 */
const apiPort = process.env['API_PORT'] ?? '8080';
const appPort = process.env['PORT'] ?? '5173';

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    PORT: apiPort,
    NODE_ENV: 'development',
    APP_URL: process.env['APP_URL'] ?? `http://localhost:${appPort}`,
  }),
  start(
    join(root, 'node_modules', '.bin', 'vite'),
    ['--configLoader', 'native', ...process.argv.slice(2)],
    {
      API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    },
  ),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
// Stop both processes when one exits.
for (const child of children) child.once('exit', stop);

function start(program: string, args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
