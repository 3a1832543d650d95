import { API_HEADER } from '#schemas/api/api-header.ts';

/* Recognises the server's responses without schemas, because the service worker uses it too and
   must stay small. */

/** True if the response carries the server's marker header. */
export function hasServerMark({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(API_HEADER);
}

/**
 * Reads a JSON body.
 * @returns undefined if the content type or the body isn't JSON
 * @throws connection errors
 */
export async function readJson(response: Response): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  if (!isJson) return undefined;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The Retry-After of a response in ms; null if missing or invalid. */
export function parseRetryAfter({ headers }: Pick<Response, 'headers'>): number | null {
  const header = headers.get('retry-after');
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}

/** Error codes of a failure in the API's shape; null for any other shape. */
function codesOf(body: unknown): string[] | null {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const codes = errors.map((error: { readonly code?: unknown } | null) => error?.code);
  return codes.every((code) => typeof code === 'string' && /^[a-z_]{1,60}$/.test(code))
    ? (codes as string[])
    : null;
}

/**
 * True if the response is recognisably the server's without schemas: it has the marker header, a
 * failure has the API's shape, or a success has an id or data.
 * @param body its JSON, from `readJson`
 */
export function isServerResponse(response: Response, body: unknown): boolean {
  if (body === undefined) return false;
  if (hasServerMark(response)) return true;
  if (!response.ok) return codesOf(body) !== null;
  const { uuid, data } = (body ?? {}) as { readonly uuid?: unknown; readonly data?: unknown };
  return typeof uuid === 'string' || (Array.isArray(data) && data.length > 0);
}
