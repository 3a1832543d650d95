import { ANSWER_MARK } from '#schemas/api/answer-mark.ts';

/*
 * Tells the server's answers from those of something in between. Free of schemas: the service worker uses it
 * too, and has to stay small.
 */

/** Whether the server has marked the answer as its own. */
export function hasServerMark({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(ANSWER_MARK);
}

/**
 * Reads the JSON of an answer.
 * @returns undefined where it is something else, whatever its content type says
 * @throws what the connection throws when it breaks
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

/** How long an answer asks to wait, in ms; null where it does not say. */
export function parseRetryAfter({ headers }: Pick<Response, 'headers'>): number | null {
  const header = headers.get('retry-after');
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}

/** The codes of a failure in the contract's shape; null where it has another one. */
function codesOf(said: unknown): string[] | null {
  const { errors } = (said ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const codes = errors.map((error: { readonly code?: unknown } | null) => error?.code);
  return codes.every((code) => typeof code === 'string' && /^[a-z_]{1,60}$/.test(code))
    ? (codes as string[])
    : null;
}

/**
 * Whether an answer is the server's own, as far as that shows without the schemas: it is marked, or a failure is in
 * the contract's shape, or a success names what it is about.
 * @param said its JSON, by `readJson`
 */
export function isServerResponse(response: Response, said: unknown): boolean {
  if (said === undefined) return false;
  if (hasServerMark(response)) return true;
  if (!response.ok) return codesOf(said) !== null;
  const { uuid, data } = (said ?? {}) as { readonly uuid?: unknown; readonly data?: unknown };
  return typeof uuid === 'string' || (Array.isArray(data) && data.length > 0);
}
