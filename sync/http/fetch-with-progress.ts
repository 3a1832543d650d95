/** What the transport needs of `fetch`. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** The statuses whose answers have no body; a `Response` refuses to be made with one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that tells how much of the body has gone out, which the browser's own does not. It takes the
 * same requests and fails alike: a `TypeError` where nothing came back, the signal's reason once that is
 * aborted. No cookie is sent that fetch would not send, because the server sets none.
 * @param onProgress the share that has gone out, from 0 to 1
 * @returns undefined where there is no XMLHttpRequest: in Node and in service workers
 */
export function fetchWithProgress(onProgress: (share: number) => void): FetchFunction | undefined {
  if (typeof XMLHttpRequest === 'undefined') return undefined;
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      const abort = () => request.abort();
      const failed = () => reject(new TypeError('The request has failed'));
      request.open(init.method ?? 'GET', url);
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () => {
        // It can't be told to refuse a redirect; what came of one is no answer of ours.
        const isRedirected = request.responseURL !== new URL(url, location.href).href;
        if (isRedirected) failed();
        else resolve(answerOf(request));
      });
      request.addEventListener('error', failed);
      request.addEventListener('abort', () => reject(signal?.reason as Error));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      // The transport makes forms and texts, nothing that fetch alone could send.
      if (signal?.aborted) reject(signal.reason as Error);
      else request.send(init.body as FormData | string | null);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const body = WITHOUT_BODY.has(status) ? null : (request.response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
}
