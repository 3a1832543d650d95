import { AwsClient } from 'aws4fetch';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';

/** A bucket and its credentials. */
export interface S3Settings {
  /** URL of the bucket; keys are appended to its path. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Timeout of a request, enough for the largest file (ten megabytes). The app's own timeout is longer. */
const TIMEOUT_MS = 10_000;
/** Length of the pause after a failure. It's the same as the Retry-After that is sent to devices. */
const PAUSE_MS = 5000;
/** A key that never exists. */
const PROBE = 'not-there';

interface StoreResponse {
  readonly status: number;
  readonly bytes: Uint8Array;
}
type SendRequest = (
  method: 'GET' | 'PUT' | 'DELETE',
  key: string,
  body?: Uint8Array,
) => Promise<StoreResponse>;

/** Stores files in an S3-compatible bucket. Requests aren't retried: the client retries. */
export function createS3Files(
  settings: S3Settings,
  { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS }: { timeoutMs?: number; pauseMs?: number } = {},
): FileStore {
  const send = createSender(settings, timeoutMs);
  const withBreaker = createCircuitBreaker(pauseMs);
  const sendChecked: SendRequest = async (...request) => {
    const response = await withBreaker(async () => {
      const storeResponse = await send(...request);
      // The store has failed or is overloaded. Other error statuses are caused by the request.
      if (storeResponse.status >= 500 || storeResponse.status === 429) throw toError(storeResponse);
      return storeResponse;
    });
    if (!isExpected(response)) throw toError(response);
    return response;
  };
  const get: FileStore['get'] = async (key) => {
    const { status, bytes } = await sendChecked('GET', key);
    return status === 404 ? null : bytes;
  };
  return {
    isOutsideDatabase: true,
    async put(key, content) {
      await sendChecked('PUT', key, content);
      return { content: null, stored_as: key };
    },
    get,
    async remove(key) {
      await sendChecked('DELETE', key);
    },
    isReachable: () =>
      get(PROBE).then(
        () => true,
        () => false,
      ),
  };
}

function createSender(
  { url, region, accessKey, secretKey }: S3Settings,
  timeoutMs: number,
): SendRequest {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  });
  const base = url.replace(/\/+$/, '');
  return async (method, key, content) => {
    try {
      const response = await client.fetch(`${base}/${key}`, {
        method,
        ...(content !== undefined && (await createHashedBody(content))),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      throw new FileStoreUnavailableError(error);
    }
  };
}

/** Creates a request body with its hash, so that the store rejects damaged bytes. */
async function createHashedBody(content: Uint8Array) {
  const body = Buffer.from(content);
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
  return { body, headers: { 'x-amz-content-sha256': hash } };
}

/** True for success and for a missing key. A missing bucket is an error. */
function isExpected(response: StoreResponse): boolean {
  const { status } = response;
  return (
    (status >= 200 && status < 300) || (status === 404 && getErrorCode(response) === 'NoSuchKey')
  );
}

function toError(response: StoreResponse): FileStoreUnavailableError {
  return new FileStoreUnavailableError(
    new Error(`The file store responded with ${response.status} ${getErrorCode(response)}`),
  );
}

/** Error code of an XML response; empty if there is none. */
function getErrorCode({ bytes }: StoreResponse): string {
  const text = Buffer.from(bytes.subarray(0, 2000)).toString();
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

/**
 * Creates a circuit breaker. After a failure, requests fail immediately for `pauseMs`. Then a single request probes the
 * store, and other requests are sent again once it has succeeded.
 * @param pauseMs length of the pause in milliseconds
 * @param now monotonic clock in milliseconds
 */
export function createCircuitBreaker(
  pauseMs: number,
  now: () => number = () => performance.now(),
): <Result>(request: () => Promise<Result>) => Promise<Result> {
  let pausedUntil: number | null = null;
  return async (request) => {
    if (pausedUntil !== null) {
      if (now() < pausedUntil)
        throw new FileStoreUnavailableError(new Error('A recent request failed.'));
      pausedUntil = now() + pauseMs;
    }
    try {
      const response = await request();
      pausedUntil = null;
      return response;
    } catch (error) {
      pausedUntil = now() + pauseMs;
      throw error;
    }
  };
}
