import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';
import { root } from './source-tree.ts';

const binary = '/usr/sbin/nginx';
/** How long it may take until it answers, in milliseconds. */
const START_LIMIT = 10_000;

/** nginx with the site of `deploy/`, and with a certificate that it has made itself. */
export interface Nginx {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Whether there is one on this machine; Debian's is installed where it may be. */
export function hasNginx(): boolean {
  return existsSync(binary) || (installDebianPackage('nginx-light') && existsSync(binary));
}

/** Starts it before a server. @param upstream the server's address. Throws when it does not answer. */
export async function startNginx(upstream: string): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'club-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
  makeCertificate(key, certificate);
  const site = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['/etc/ssl/club.example.pem', certificate],
    ['/etc/ssl/club.example.key', key],
    ['server 127.0.0.1:8080', `server ${new URL(upstream).host}`],
  ].reduce(
    (text, [from = '', to = '']) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not say ${from}.`);
      return text.replace(from, to);
    },
    readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8'),
  );
  const configuration = join(home, 'nginx.conf');
  writeFileSync(
    configuration,
    // Its workers write into the folder of whoever runs the test.
    `daemon off; user ${userInfo().username}; pid ${home}/pid; error_log ${home}/error.log; events {}
http {
  access_log off;
  client_body_temp_path ${home}/bodies; proxy_temp_path ${home}/answers;
  fastcgi_temp_path ${home}/a; uwsgi_temp_path ${home}/b; scgi_temp_path ${home}/c;
  ${site}
}`,
  );
  const child = spawn(binary, ['-c', configuration, '-e', join(home, 'error.log')], {
    stdio: 'ignore',
  });
  const url = `https://127.0.0.1:${port}`;
  const deadline = Date.now() + START_LIMIT;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`nginx did not start: ${readFileSync(join(home, 'error.log'), 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function makeCertificate(key: string, certificate: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject].concat([
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
  );
  if (made.status !== 0) throw new Error('openssl could make no certificate.');
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
