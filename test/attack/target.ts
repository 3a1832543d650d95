import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { type Kysely } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';
import { createVoucherKeys, DEVELOPMENT_VOUCHER_KEYS } from '#server/orders/voucher-keys.ts';
import { pause } from '#test/chaos/pause.ts';
import { startMailServer } from '#test/server/mail-server.ts';
import { seedAccounts } from '#test/server/test-accounts.ts';
import { spawnServer } from '#test/setup/spawned-server.ts';
import { databaseOn } from '#test/setup/test-database.ts';
import { type Mailbox, mailboxOf } from './mailbox.ts';

/** Interval for checking memory; the kernel reports the peak, so little is missed. */
const SAMPLE_MS = 250;

/** A server process. */
interface ServerProcess {
  readonly origin: string;
  /** Its process id; null while stopped. */
  readonly pid: () => number | null;
  /** Peak memory of it and its predecessors, in bytes. */
  readonly peakBytes: () => number;
  /** Number of exits that the test didn't cause. */
  readonly crashes: () => number;
  /** Kills and restarts it. */
  readonly killAndStart: () => Promise<void>;
  /** Stops it like an operator and starts the build of another folder instead. */
  readonly rollOver: (folder: string) => Promise<void>;
}

/** Server processes in production mode on one PostgreSQL, with the demo data and more companies. */
export interface Target {
  readonly processes: readonly ServerProcess[];
  readonly mailbox: Mailbox;
  readonly databaseUrl: string;
  /** The test's own connections. */
  readonly db: Kysely<Database>;
  /** Error log lines of the processes. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the processes on a new database with the demo data.
 * @param postgres URL of a PostgreSQL server where databases can be created
 * @param count number of processes
 * @param extraSettings additional settings
 * @param databaseUrlFor returns the database's address for the processes, such as a pooler's
 */
export async function openTarget(
  postgres: string,
  count = 2,
  extraSettings: Record<string, string> = {},
  databaseUrlFor: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<Target> {
  const database = await databaseOn(postgres);
  const { db, close } = await openDatabase({ url: database.url, directory: null, poolSize: 4 });
  await migrate(db);
  await loadDemoData({ db, clock: { now: Date.now }, voucherKeys: createVoucherKeys(null) });
  await seedAccounts(db, Date.now());
  const mail = await startMailServer();
  const sms = createServer((_request, response) => response.writeHead(202).end());
  await once(sms.listen(0, '127.0.0.1'), 'listening');
  const smsUrl = `http://127.0.0.1:${(sms.address() as AddressInfo).port}/`;
  const errors: string[] = [];
  const onLine = (line: string) => {
    const isExpected = /"level":"(info|warn)"/.test(line) || / is at http:/.test(line);
    // A job whose connection the attack ended logs this error and retries.
    if (!isExpected && !line.includes('"DatabaseUnavailableError"')) errors.push(line);
  };
  const settings = {
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1',
    CODE_PEPPER: 'the same pepper for all processes',
    VOUCHER_KEYS: DEVELOPMENT_VOUCHER_KEYS,
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@club.example',
    PUSH_CONTACT: 'mailto:operator@club.example',
    APP_URL: 'https://club.example',
    SMS_GATEWAY_URL: smsUrl,
    DATABASE_URL: `${await databaseUrlFor(database.url)}?application_name=club`,
    ...extraSettings,
  };
  const start = () => startProcess({ appDirectory: null, environment: settings, onLine });
  const processes = await Promise.all(Array.from({ length: count }, start));
  return {
    processes,
    mailbox: mailboxOf(mail),
    databaseUrl: database.url,
    db,
    errors,
    async close() {
      await Promise.all(processes.map((process) => process.dispose()));
      await close();
      await database.drop();
      await mail.close();
      sms.close();
    },
  };
}

type StartedProcess = ServerProcess & { readonly dispose: () => Promise<void> };

async function startProcess(options: Parameters<typeof spawnServer>[0]): Promise<StartedProcess> {
  const server = await spawnServer(options);
  let [peakBytes, crashes, isSampling] = [0, 0, true];
  /** True if the process was stopped on purpose, or its crash is already counted. */
  let isDown = false;
  const sample = async () => {
    const pid = server.pid();
    if (pid !== null) peakBytes = Math.max(peakBytes, await peakOf(pid));
    else if (!isDown) {
      crashes += 1;
      isDown = true;
    }
  };
  const sampling = (async () => {
    for (; isSampling; await pause(SAMPLE_MS)) await sample();
  })();
  return {
    origin: server.url,
    pid: server.pid,
    peakBytes: () => peakBytes,
    crashes: () => crashes,
    async killAndStart() {
      await sample();
      isDown = true;
      await server.kill();
      await server.start();
      isDown = false;
    },
    async rollOver(folder) {
      await sample();
      isDown = true;
      await server.stop();
      await server.start({}, folder);
      isDown = false;
    },
    async dispose() {
      isSampling = false;
      await sampling;
      await server.dispose();
    },
  };
}

/** Peak memory of a process in bytes; 0 if it has just exited. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
