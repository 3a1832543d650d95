import * as v from 'valibot';
import { commonErrors, sessionErrors, type ApiErrorCode } from './errors.ts';
import { typedText, uuid, wholeNumber } from '../primitives.ts';

type Schema = v.GenericSchema;

/** Multipart body: text fields and one file. */
export interface FileBody {
  readonly kind: 'file';
  readonly field: string;
  readonly fields: v.GenericSchema<Record<string, string | undefined>>;
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
}

/** A REST call, declared once for client and server. */
export interface Call {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `/api`, with parameters in braces: `/v1/project/{id}`. */
  readonly path: string;
  /** Second path, if the specification's path doesn't follow our naming. */
  readonly alias: string | null;
  readonly summary: string;
  readonly access: 'public' | 'session';
  readonly params: Schema | undefined;
  readonly query: Schema | undefined;
  readonly body: Schema | FileBody | undefined;
  /** Name of the body's only list, if clients may also send just the list. */
  readonly bareList: string | null;
  readonly status: 200 | 201;
  readonly result: Schema;
  /** All possible error codes, including the common ones. */
  readonly errors: readonly ApiErrorCode[];
  /** True if the request takes an `idempotency-key` header. */
  readonly idempotent: boolean;
  /** True if the browser's device cookie is sent with the request. */
  readonly sendsDeviceCookie: boolean;
  readonly timeoutMs: number;
}

/** 30 s for a call, 60 s for an image (spec 1 §9). */
const CALL_TIMEOUT_MS = 30_000;
export const IMAGE_TIMEOUT_MS = 60_000;

interface CallInput {
  readonly id: string;
  readonly method: Call['method'];
  readonly path: string;
  readonly alias?: string;
  readonly summary: string;
  readonly access?: Call['access'];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema | FileBody;
  readonly bareList?: string;
  readonly status?: Call['status'];
  readonly result: Schema;
  readonly errors?: readonly ApiErrorCode[];
  readonly idempotent?: boolean;
  readonly sendsDeviceCookie?: boolean;
  readonly timeoutMs?: number;
}

interface CallWithDefaults<C extends CallInput> extends Call {
  readonly access: C['access'] extends 'public' ? 'public' : 'session';
  readonly params: C['params'] extends Schema ? C['params'] : undefined;
  readonly query: C['query'] extends Schema ? C['query'] : undefined;
  readonly body: C['body'] extends Schema | FileBody ? C['body'] : undefined;
  readonly result: C['result'];
  readonly sendsDeviceCookie: C['sendsDeviceCookie'] extends true ? true : false;
}

/** Boolean query parameter, 1 or 0. The server also accepts `true` and `false`. */
export const zeroOrOne = v.picklist([0, 1]);

/** Query parameter with an object's field names, joined by commas; empty for all of them. */
export function fieldNames({ entries }: { readonly entries: object }) {
  const name = ` *(?:${Object.keys(entries).join('|')}) *`;
  return v.pipe(v.string(), v.maxLength(500), v.regex(new RegExp(`^(?: *|${name}(?:,${name})*)$`)));
}

/** Adds the defaults to a declaration, keeping the exact schema types. */
export function defineCall<const C extends CallInput>(call: C): CallWithDefaults<C> {
  const access = call.access ?? 'session';
  const complete: Call = {
    alias: null,
    params: undefined,
    query: undefined,
    body: undefined,
    bareList: null,
    status: 200,
    idempotent: false,
    sendsDeviceCookie: false,
    timeoutMs: CALL_TIMEOUT_MS,
    ...call,
    access,
    errors: [
      ...new Set([
        ...(call.errors ?? []),
        ...commonErrors,
        ...(access === 'session' ? sessionErrors : []),
      ]),
    ],
  };
  // Safe: the spread keeps the schemas, but TypeScript can't infer it.
  return complete as CallWithDefaults<C>;
}

/** All paths of a call. */
export function pathsOf({ path, alias }: Pick<Call, 'path' | 'alias'>): readonly string[] {
  return alias === null ? [path] : [path, alias];
}

export function isFileBody(body: Call['body']): body is FileBody {
  return body !== undefined && 'kind' in body && body.kind === 'file';
}

export type ParamsOf<C extends Call> = C['params'] extends Schema
  ? v.InferOutput<C['params']>
  : undefined;
export type QueryOf<C extends Call> = C['query'] extends Schema
  ? v.InferOutput<C['query']>
  : undefined;
export type BodyOf<C extends Call> = C['body'] extends Schema
  ? v.InferOutput<C['body']>
  : C['body'] extends FileBody
    ? FileParts
    : undefined;
export type ResultOf<C extends Call> = v.InferOutput<C['result']>;

/** Contents of a file body, on client and server. */
export interface FileParts {
  readonly fields: Record<string, string | undefined>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

export const idParams = v.object({ id: uuid });

/** Maximum number of entities per page of a list or a pull. */
export const MAX_PAGE = 1000;
const pageNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));
const pageSize = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE));

/**
 * Query parameters of every list. With `since` (empty for the first pull), the response lists entities by the time of
 * their last change, oldest first. It includes tombstones and the next checkpoint. A page is limited to about a million
 * bytes.
 */
export const listEntries = {
  page: v.optional(pageNumber),
  limit: v.optional(pageSize),
  since: v.optional(typedText(100)),
};

/**
 * Response of a list. Without `since`, read page by page until `last_page`, which may grow while you read, because
 * large entities need more pages. With `since`, the response has a `checkpoint`. Fewer than `limit` entities then mean
 * the end, unless `last_page` is 2: in that case the page was cut short, and the next one starts at the checkpoint.
 */
export function listResult<const S extends Schema>(entity: S) {
  return v.object({
    data: v.array(entity),
    meta: v.object({
      last_page: wholeNumber,
      total: wholeNumber,
      checkpoint: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
  });
}

/**
 * Identifies a file. The device creates `uuid`, so that a retry doesn't store the file twice; if it's missing,
 * the server creates one. `sha256` is the hash of the file the device meant to send.
 */
export const fileFields = v.object({
  uuid: v.optional(uuid),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

/** Success without a result. */
export const emptyResult = v.object({});
