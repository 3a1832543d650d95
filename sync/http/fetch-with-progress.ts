/** The subset of `fetch` that the transport uses. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** Statuses of responses without a body. `Response` throws if it's given a body with one of them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` with upload progress, which the native one lacks. Takes the same requests and fails the same way: with
 * a `TypeError` if there is no response, and with the signal's reason when aborted. Unlike the app's other requests, it
 * doesn't omit cookies, but the API's only cookie is limited to the sign-in calls.
 * @param onProgress called with the share uploaded, 0 to 1
 * @returns undefined without XMLHttpRequest (Node, service workers)
 */
export function fetchWithProgress(onProgress: (share: number) => void): FetchFunction | undefined {
  if (typeof XMLHttpRequest === 'undefined') return undefined;
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      const abort = () => request.abort();
      const fail = () => reject(new TypeError('The request failed'));
      request.open(init.method ?? 'GET', url);
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () => {
        // XMLHttpRequest follows redirects; treat a redirected response as a failure.
        const isRedirected = request.responseURL !== new URL(url, location.href).href;
        if (isRedirected) fail();
        else resolve(toResponse(request));
      });
      request.addEventListener('error', fail);
      request.addEventListener('abort', () => reject(signal?.reason as Error));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      // The transport sends only forms and text.
      if (signal?.aborted) reject(signal.reason as Error);
      else request.send(init.body as FormData | string | null);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colonIndex = line.indexOf(':');
    if (colonIndex > 0)
      headers.append(line.slice(0, colonIndex), line.slice(colonIndex + 1).trim());
  }
  const body = WITHOUT_BODY.has(status) ? null : (request.response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
}
