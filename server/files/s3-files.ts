import { AwsClient } from 'aws4fetch';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';

/** A bucket, and who may read and write it. */
export interface S3Settings {
  /** Of the bucket itself: keys follow behind its path. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** For one file, of ten megabytes at most. The app waits longer for its own answer. */
const TIMEOUT_MS = 10_000;
/** A device is told to come again after so long. */
const REST_MS = 5000;
/** Nothing is ever kept under it. */
const PROBE = 'not-there';

interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}
type Ask = (method: 'GET' | 'PUT' | 'DELETE', key: string, body?: Uint8Array) => Promise<Answer>;

/**
 * Files in the bucket of an S3-compatible store. Each request is made once: who wanted the file asks again.
 */
export function s3Files(
  settings: S3Settings,
  { timeoutMs = TIMEOUT_MS, restMs = REST_MS }: { timeoutMs?: number; restMs?: number } = {},
): FileStore {
  const send = sender(settings, timeoutMs);
  const withRests = createCircuitBreaker(restMs);
  const ask: Ask = async (...request) => {
    const answer = await withRests(async () => {
      const given = await send(...request);
      // Of these others have to do with the store as well, of all else with what was asked.
      if (given.status >= 500 || given.status === 429) throw refusal(given);
      return given;
    });
    if (!isAnswer(answer)) throw refusal(answer);
    return answer;
  };
  const get: FileStore['get'] = async (key) => {
    const { status, bytes } = await ask('GET', key);
    return status === 404 ? null : bytes;
  };
  return {
    hasKeys: true,
    async put(key, content) {
      await ask('PUT', key, content);
      return { content: null, stored_as: key };
    },
    get,
    async remove(key) {
      await ask('DELETE', key);
    },
    answers: () =>
      get(PROBE).then(
        () => true,
        () => false,
      ),
  };
}

function sender({ url, region, accessKey, secretKey }: S3Settings, timeoutMs: number): Ask {
  const client = new AwsClient({
    ...{ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' },
    retries: 0,
  });
  const base = url.replace(/\/+$/, '');
  return async (method, key, content) => {
    try {
      const response = await client.fetch(`${base}/${key}`, {
        method,
        ...(content !== undefined && (await bodyOf(content))),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      throw new FileStoreUnavailableError(error);
    }
  };
}

/** With what the store holds it to: bytes that were damaged on their way are not kept. */
async function bodyOf(content: Uint8Array) {
  const body = Buffer.from(content);
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
  return { body, headers: { 'x-amz-content-sha256': hash } };
}

/** Done, or said of the key that there is nothing under it; there may be no such bucket, too. */
function isAnswer(answer: Answer): boolean {
  const { status } = answer;
  return (status >= 200 && status < 300) || (status === 404 && codeOf(answer) === 'NoSuchKey');
}

function refusal(answer: Answer): FileStoreUnavailableError {
  return new FileStoreUnavailableError(new Error(`It answers ${answer.status} ${codeOf(answer)}`));
}

/** The word for what is the matter, of an answer in XML; empty where there is none. */
function codeOf({ bytes }: Answer): string {
  const text = Buffer.from(bytes.subarray(0, 2000)).toString();
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

/**
 * Asks a store, unless it has failed a moment ago: then whoever asks is told so at once, instead of all waiting for it,
 * and when its rest is over one asks before the others do.
 * @param restMs how long it rests, in milliseconds
 * @param now in milliseconds, of a clock that only goes on
 */
export function createCircuitBreaker(
  restMs: number,
  now: () => number = () => performance.now(),
): <Result>(ask: () => Promise<Result>) => Promise<Result> {
  let restsUntil: number | null = null;
  return async (ask) => {
    if (restsUntil !== null) {
      if (now() < restsUntil) throw new FileStoreUnavailableError(new Error('It has just failed.'));
      restsUntil = now() + restMs;
    }
    try {
      const answer = await ask();
      restsUntil = null;
      return answer;
    } catch (error) {
      restsUntil = now() + restMs;
      throw error;
    }
  };
}
