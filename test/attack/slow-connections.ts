import { calls } from '#schemas/api/calls.ts';
import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { requestHead, rawConnection, type RawConnection } from '#test/server/raw-connection.ts';
import { type Attack, inParallel, type Scene } from './scene.ts';
import { blame, count } from './tally.ts';

const LOGIN = `POST /api${calls.requestSignInCode.path}`;
const PHOTO = `POST /api${calls.uploadPhoto.path}`;
const FILE =
  '--line\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n';
const OPEN_AT_ONCE = 150;
const PIECE = 'a'.repeat(16_384);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

type Headers = Record<string, string | number>;
/** Sends part of a request; resolves when done. */
type Way = (connection: RawConnection, headers: Headers, scene: Scene) => Promise<void>;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=line' };

const ways: Readonly<Record<string, Way>> = {
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
  'a photo without an end': async (connection, headers, scene) => {
    const endless = { ...headers, ...form, 'transfer-encoding': 'chunked' };
    await connection.send(requestHead(PHOTO, endless) + chunk(FILE));
    while (connection.said() === '' && !scene.isOver() && !(await hasEnded(connection))) {
      await connection.send(chunk(PIECE));
      await pause(20);
    }
  },
  'headers that stop': (connection) => connection.send(`${LOGIN} HTTP/1.1\r\nhost: a\r\nx-a: `),
  'headers without an end': async (connection, _headers, scene) => {
    await connection.send(`${LOGIN} HTTP/1.1\r\nhost: a\r\n`);
    while (connection.said() === '' && !scene.isOver() && !(await hasEnded(connection))) {
      await connection.send('x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n');
      await pause(20);
    }
  },
  'an answer that nobody reads': async (connection, headers) => {
    connection.pause();
    const list = `GET /api${calls.listScans.path}?limit=1000`;
    await connection.send(requestHead(list, headers).repeat(20));
  },
  'no HTTP at all': (connection) =>
    connection.send('\u0016\u0003\u0001\u0002 what is this\r\n\r\n'),
};
/** The body never completes, so the request is cut off or rejected. */
const refusals = [400, 401, 408, 413, 429, 431, 503];

/** Many connections at once, from three networks, that stop half-way, never end, or never read. */
export function slowConnections(token: string): Attack {
  return async (scene) => {
    const endlessly = (function* () {
      for (;;) yield pick(scene.random, Object.keys(ways));
    })();
    await inParallel(scene, OPEN_AT_ONCE, endlessly, (name) => hold(scene, name, token));
  };
}

async function hold(scene: Scene, name: string, token: string): Promise<void> {
  const way = ways[name];
  const connection = await rawConnection(pick(scene.random, scene.origins)).catch(() => null);
  // The process is restarting.
  if (!connection || !way) return pause(200);
  const startedAt = performance.now();
  await way(connection, headersOf(scene.random, token), scene);
  // Some are held until the server cuts them off, most only for a while.
  const patience = between(scene.random, 0, 9) === 0 ? 90_000 : between(scene.random, 500, 5_000);
  const until = performance.now() + patience;
  while (performance.now() < until && !scene.isOver() && !(await hasEnded(connection))) {
    if (connection.said() !== '') break;
    await pause(50);
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(connection.said())?.[1] ?? 0);
  connection.break();
  count(scene.tally, status === 0 ? null : { status, ms: performance.now() - startedAt });
  const isRead = name === 'an answer that nobody reads';
  if (status !== 0 && !isRead && !refusals.includes(status)) {
    blame(scene.tally, { method: 'POST', path: name }, status, connection.said());
  }
}

function headersOf(random: Random, token: string): Headers {
  return {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `203.0.113.${between(random, 101, 103)}`,
  };
}

async function hasEnded({ closed }: RawConnection): Promise<boolean> {
  const notYet = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([closed.then(() => true), notYet]);
}
