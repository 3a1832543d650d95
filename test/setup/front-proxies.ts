import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';
import { root } from './source-tree.ts';

/** Startup timeout in ms. */
const START_TIMEOUT_MS = 10_000;

/** A proxy with the configuration of `deploy/` and a self-signed certificate. */
export interface FrontProxy {
  readonly url: string;
  /** Its logs of requests and errors. */
  readonly readLogs: () => string;
  readonly stop: () => Promise<void>;
}

/** A reverse proxy that operators may use. */
export interface ProxyKind {
  /** True if it is available; installs Debian's package if possible. */
  readonly isInstalled: () => boolean;
  /**
   * Starts it in front of a server. Throws if it doesn't respond.
   * @param upstreams addresses of the server processes
   */
  readonly start: (
    upstreams: readonly string[],
    options?: Partial<ProxyOptions>,
  ) => Promise<FrontProxy>;
}

interface ProxyOptions {
  /** Timeout for a body, replacing the value in `deploy/`. */
  readonly bodyTimeout: string;
  /** Time that Caddy tries to reach a server, replacing the value in `deploy/`. */
  readonly tryDuration: string;
  /** True if it logs requests too; slower. */
  readonly logsRequests: boolean;
}

/** Working directory, address and configuration of a proxy. */
interface Workspace {
  readonly home: string;
  readonly port: number;
  /** Hosts with ports. */
  readonly upstreams: readonly string[];
  readonly options: Partial<ProxyOptions>;
}
type Command = { arguments: readonly string[]; environment?: Record<string, string> };

function proxyKind(
  binary: string,
  debianPackage: string,
  prepare: (workspace: Workspace) => Promise<Command>,
): ProxyKind {
  return {
    isInstalled: () =>
      existsSync(binary) || (installDebianPackage(debianPackage) && existsSync(binary)),
    async start(upstreams, options = {}) {
      const home = mkdtempSync(join(tmpdir(), 'club-front-'));
      const port = await freePort();
      const url = `https://127.0.0.1:${port}`;
      const command = await prepare({
        home,
        port,
        options,
        upstreams: upstreams.map((upstream) => new URL(upstream).host),
      });
      const output = openSync(join(home, 'output.log'), 'w');
      const child = spawn(binary, command.arguments, {
        stdio: ['ignore', output, output],
        env: { ...process.env, ...command.environment },
      });
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await responds(url))) {
        if (child.exitCode !== null || Date.now() > deadline) {
          child.kill('SIGKILL');
          throw new Error(`${binary} did not start.`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      closeSync(output);
      return {
        url,
        readLogs: () =>
          readdirSync(home)
            .filter((name) => name.endsWith('.log'))
            .map((name) => readFileSync(join(home, name), 'utf8'))
            .join('\n'),
        stop: async () => {
          const exited = once(child, 'exit');
          child.kill('SIGTERM');
          await exited;
          rmSync(home, { recursive: true, force: true });
        },
      };
    },
  };
}

/** Returns a file from `deploy/` with replacements for the test. Throws if a text to replace is missing. */
export function readAdapted(name: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} does not say ${from}.`);
      return text.replace(from, to);
    },
    readFileSync(join(root, 'deploy', name), 'utf8'),
  );
}

export const nginx = proxyKind(
  '/usr/sbin/nginx',
  'nginx-light',
  async ({ home, port, upstreams, options: { bodyTimeout = '30s', logsRequests = false } }) => {
    const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
    makeCertificate(key, certificate);
    const site = readAdapted('nginx.conf', [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['listen 80', `listen 127.0.0.1:${await freePort()}`],
      ['client_body_timeout 30s', `client_body_timeout ${bodyTimeout}`],
      ['/etc/ssl/club.example.pem', certificate],
      ['/etc/ssl/club.example.key', key],
      [
        'server 127.0.0.1:8080 max_fails=0;',
        upstreams.map((upstream) => `server ${upstream} max_fails=0;`).join('\n'),
      ],
    ]);
    const configuration = join(home, 'nginx.conf');
    writeFileSync(
      configuration,
      // Its workers write to the test user's directory.
      `daemon off; user ${userInfo().username}; pid ${home}/pid; error_log ${home}/error.log; events { worker_connections 8192; }
http {
  access_log ${logsRequests ? `${home}/access.log` : 'off'};
  client_body_temp_path ${home}/bodies; proxy_temp_path ${home}/answers;
  fastcgi_temp_path ${home}/a; uwsgi_temp_path ${home}/b; scgi_temp_path ${home}/c;
  ${site}
}`,
    );
    return { arguments: ['-c', configuration, '-e', join(home, 'error.log')] };
  },
);

export const caddy = proxyKind('/usr/bin/caddy', 'caddy', (workspace) => {
  const { home, port, upstreams, options } = workspace;
  const { bodyTimeout = '65s', tryDuration = '20s', logsRequests = false } = options;
  const configuration = join(home, 'Caddyfile');
  const site = readAdapted('Caddyfile', [
    [
      '\tlog {\n\t\tformat filter {',
      '\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tgrace_period 1s\n\tlog {\n\t\tformat filter {',
    ],
    ['read_body 65s', `read_body ${bodyTimeout}`],
    ['lb_try_duration 20s', `lb_try_duration ${tryDuration}`],
    // Self-signed certificate for a local address, a single port, and a request log.
    ['{$SITE} {', `{$SITE} {\n\ttls internal${logsRequests ? '\n\tlog' : ''}`],
  ]);
  writeFileSync(configuration, site);
  return Promise.resolve({
    arguments: ['run', '--config', configuration, '--adapter', 'caddyfile'],
    environment: {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE: `https://127.0.0.1:${port}`,
      UPSTREAM: upstreams.join(' '),
    },
  });
});

/** Writes a self-signed certificate for 127.0.0.1 and its key. */
export function makeCertificate(key: string, certificate: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const opensslResult = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject].concat([
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
  );
  if (opensslResult.status !== 0) throw new Error('openssl could make no certificate.');
}

/** Accepts the self-signed certificate. */
function responds(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { rejectUnauthorized: false }, (response) => {
      response.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
