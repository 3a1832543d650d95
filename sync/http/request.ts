import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import type { FileParts } from '#schemas/api/call.ts';
import type { PlainCall } from './plain-call.ts';

/** Values that fit in a URL. */
type PrimitiveValue = string | number | boolean | undefined;

/** Untyped input of a call; `InputOf` is the typed version. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, PrimitiveValue>> | undefined;
  readonly query?: Readonly<Record<string, PrimitiveValue>> | undefined;
  readonly body?: unknown;
}

/** Values that are sent with every request. */
interface Envelope {
  /** Null in the service worker, which doesn't know the language. */
  readonly language: string | null;
  readonly platform: string;
  readonly token: string | null;
  readonly idempotencyKey: string | null;
}

/** Builds a call's URL from its parameters and query. Never contains personal data. */
export function requestUrl(
  call: Pick<PlainCall, 'path'>,
  input: RequestInput,
  baseUrl: string,
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return baseUrl + path + (query.size > 0 ? `?${query}` : '');
}

/** File kinds of the files API. */
export type FileKind = 'photo' | 'attachment' | 'order' | 'pdf' | 'handover';

/** Returns the URL of a file. The files API is next to the JSON API, at `/files` instead of `/api`. */
export function fileUrl(kind: FileKind, id: string, baseUrl: string): string {
  return `${baseUrl.replace(/\/api$/, '')}/files/${kind}/${encodeURIComponent(id)}`;
}

/** Builds the `fetch` init of a call. Redirects are errors: only captive portals send them. */
export function requestInit(call: PlainCall, input: RequestInput, envelope: Envelope): RequestInit {
  const headers = new Headers({
    accept: 'application/json',
    'x-platform': envelope.platform,
  });
  if (envelope.language !== null) headers.set('accept-language', envelope.language);
  if (envelope.token !== null) headers.set('authorization', `Bearer ${envelope.token}`);
  if (envelope.idempotencyKey !== null) headers.set('idempotency-key', envelope.idempotencyKey);
  const init: RequestInit = {
    method: call.method,
    headers,
    cache: 'no-store',
    // The only cookie identifies the device, and only for sign-in.
    credentials: call.sendsDeviceCookie ? 'same-origin' : 'omit',
    redirect: 'error',
  };
  if (!call.hasBody) return init;
  if (call.fileField !== null) {
    // The transport's types only allow file parts for a call with a file body.
    return { ...init, body: fileForm(call.fileField, input.body as FileParts) };
  }
  headers.set('content-type', 'application/json');
  return { ...init, body: JSON.stringify(input.body) };
}

/**
 * Adds the device's time to a signed-in request, because the server counts scans for a campaign only
 * if the device's clock is correct.
 */
export function withDeviceTime(originalHeaders: RequestInit['headers'], time: number): Headers {
  const headers = new Headers(originalHeaders);
  if (headers.has('authorization')) headers.set(DEVICE_TIME_HEADER, String(time));
  return headers;
}

function fileForm(field: string, parts: FileParts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts.fields)) {
    if (value !== undefined) form.set(name, value);
  }
  form.set(field, new Blob([parts.bytes], { type: parts.mediaType }), 'photo');
  return form;
}
