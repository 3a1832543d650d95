import { calls } from '#schemas/api/calls.ts';
import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { requestHead, rawConnection, type RawConnection } from '#test/server/raw-connection.ts';
import { type Attack, inParallel, type AttackContext } from './attack-context.ts';
import { addFailure, count } from './tally.ts';

const LOGIN = `POST /api${calls.requestSignInCode.path}`;
const PHOTO = `POST /api${calls.uploadPhoto.path}`;
const FILE =
  '--line\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n';
const CONCURRENCY = 150;
const CHUNK = 'a'.repeat(16_384);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

type Headers = Record<string, string | number>;
/** Sends part of a request; resolves when done. */
type SlowAttack = (
  connection: RawConnection,
  headers: Headers,
  context: AttackContext,
) => Promise<void>;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=line' };

const slowAttacks: Readonly<Record<string, SlowAttack>> = {
  'a body that stops': (connection, headers) =>
    connection.send(
      requestHead(LOGIN, { ...headers, ...json, 'content-length': 200 }) + '{"email":',
    ),
  'a photo that stops': (connection, headers) =>
    connection.send(requestHead(PHOTO, { ...headers, ...form, 'content-length': 900_000 }) + FILE),
  'a photo of 100 MB': (connection, headers) =>
    connection.send(
      requestHead(PHOTO, { ...headers, ...form, 'content-length': 100_000_000 }) + FILE,
    ),
  'a photo without an end': async (connection, headers, context) => {
    const chunkedHeaders = { ...headers, ...form, 'transfer-encoding': 'chunked' };
    await connection.send(requestHead(PHOTO, chunkedHeaders) + chunk(FILE));
    while (connection.received() === '' && !context.isFinished() && !(await isClosed(connection))) {
      await connection.send(chunk(CHUNK));
      await pause(20);
    }
  },
  'headers that stop': (connection) => connection.send(`${LOGIN} HTTP/1.1\r\nhost: a\r\nx-a: `),
  'headers without an end': async (connection, _headers, context) => {
    await connection.send(`${LOGIN} HTTP/1.1\r\nhost: a\r\n`);
    while (connection.received() === '' && !context.isFinished() && !(await isClosed(connection))) {
      await connection.send('x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n');
      await pause(20);
    }
  },
  'an unread response': async (connection, headers) => {
    connection.pause();
    const list = `GET /api${calls.listScans.path}?limit=1000`;
    await connection.send(requestHead(list, headers).repeat(20));
  },
  'no HTTP at all': (connection) =>
    connection.send('\u0016\u0003\u0001\u0002 what is this\r\n\r\n'),
};
/** The body never completes, so the request is cut off or rejected. */
const rejections = [400, 401, 408, 413, 429, 431, 503];

/** Opens many simultaneous connections from three networks that stop half-way, never end or never read. */
export function openSlowConnections(token: string): Attack {
  return async (context) => {
    const names = (function* () {
      for (;;) yield pick(context.random, Object.keys(slowAttacks));
    })();
    await inParallel(context, CONCURRENCY, names, (name) =>
      keepConnectionOpen(context, name, token),
    );
  };
}

async function keepConnectionOpen(
  context: AttackContext,
  name: string,
  token: string,
): Promise<void> {
  const slowAttack = slowAttacks[name];
  const connection = await rawConnection(pick(context.random, context.origins)).catch(() => null);
  // Without a connection, the process is restarting.
  if (!connection || !slowAttack) return pause(200);
  const startedAt = performance.now();
  await slowAttack(connection, headersOf(context.random, token), context);
  // Some stay open until the server cuts them off, most only for a while.
  const durationMs =
    between(context.random, 0, 9) === 0 ? 90_000 : between(context.random, 500, 5_000);
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt && !context.isFinished() && !(await isClosed(connection))) {
    if (connection.received() !== '') break;
    await pause(50);
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(connection.received())?.[1] ?? 0);
  connection.destroy();
  count(context.tally, status === 0 ? null : { status, ms: performance.now() - startedAt });
  const isUnread = name === 'an unread response';
  if (status !== 0 && !isUnread && !rejections.includes(status)) {
    addFailure(context.tally, { method: 'POST', path: name }, status, connection.received());
  }
}

function headersOf(random: Random, token: string): Headers {
  return {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `203.0.113.${between(random, 101, 103)}`,
  };
}

async function isClosed({ closed }: RawConnection): Promise<boolean> {
  const nextTurn = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([closed.then(() => true), nextTurn]);
}
