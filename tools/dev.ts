import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.ts';

/**
 * Development with hot reload: Vite serves the app on PORT (default 5173). It proxies /api, /files and /dev to the API
 * on API_PORT (default 8080), which restarts when its files change. The operator console is served on CONSOLE_DEV_PORT
 * (default 5174), and its API on CONSOLE_PORT (default 8090). Arguments are passed to Vite: `npm run dev -- --host`
 * exposes both to the network.
 */
const apiPort = process.env['API_PORT'] ?? '8080';
const appPort = process.env['PORT'] ?? '5173';
const consolePort = process.env['CONSOLE_DEV_PORT'] ?? '5174';
const consoleApiPort = process.env['CONSOLE_PORT'] ?? '8090';
const vite = join(root, 'node_modules', '.bin', 'vite');
const viteArguments = ['--configLoader', 'native', ...process.argv.slice(2)];

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    PORT: apiPort,
    NODE_ENV: 'development',
    APP_URL: process.env['APP_URL'] ?? `http://localhost:${appPort}`,
    CONSOLE_PORT: consoleApiPort,
    CONSOLE_URL: process.env['CONSOLE_URL'] ?? `http://localhost:${consolePort}`,
  }),
  start(vite, viteArguments, { API_ORIGIN: `http://127.0.0.1:${apiPort}` }),
  start(vite, [...viteArguments, '--config', 'console/vite.config.ts'], {
    CONSOLE_API_ORIGIN: `http://127.0.0.1:${consoleApiPort}`,
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
// Stop the other processes when one exits.
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
