import type { FileParts } from '#schemas/api/call.ts';
import type { PlainCall } from './plain-call.ts';

/** What a URL can carry. */
type Plain = string | number | boolean | undefined;

/** The untyped form of what a call takes; the transport's types stand before it. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, Plain>> | undefined;
  readonly query?: Readonly<Record<string, Plain>> | undefined;
  readonly body?: unknown;
}

/** What goes with every request. */
export interface Envelope {
  /** Null where nobody knows it: the service worker. */
  readonly language: string | null;
  readonly platform: string;
  readonly token: string | null;
  readonly idempotencyKey: string | null;
}

/** The URL of a call: parameters filled in, query appended, nothing personal ever in it. */
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

/** What the server's files API keeps for a company. */
export type FileKind = 'photo' | 'order' | 'pdf';

/** Where the server's files API has a file: beside the API, not below it. */
export function fileUrl(kind: FileKind, id: string, baseUrl: string): string {
  return `${baseUrl.replace(/\/api$/, '')}/files/${kind}/${encodeURIComponent(id)}`;
}

/** What `fetch` gets for a call. Redirects are refused: only captive portals would make one. */
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
    // The only cookie there is names the device, for the sign-in alone.
    credentials: call.knowsDevice ? 'same-origin' : 'omit',
    redirect: 'error',
  };
  if (!call.hasBody) return init;
  if (call.fileField !== null) {
    // The transport's types let only file parts through to a call with a file body.
    return { ...init, body: fileForm(call.fileField, input.body as FileParts) };
  }
  headers.set('content-type', 'application/json');
  return { ...init, body: JSON.stringify(input.body) };
}

function fileForm(field: string, parts: FileParts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts.fields)) {
    if (value !== undefined) form.set(name, value);
  }
  form.set(field, new Blob([parts.bytes], { type: parts.mediaType }), 'photo');
  return form;
}
