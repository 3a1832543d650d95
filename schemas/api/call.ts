import * as v from 'valibot';
import { commonErrors, sessionErrors, type ApiErrorCode } from './errors.ts';
import { typedText, uuid, wholeNumber } from '../primitives.ts';

type Schema = v.GenericSchema;

/** A file sent as multipart: the form's text fields, and the one file. */
export interface FileBody {
  readonly kind: 'file';
  readonly field: string;
  readonly fields: v.GenericSchema<Record<string, string | undefined>>;
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
}

/** One call of the REST contract, declared once and used by client and server. */
export interface Call {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with parameters in braces: `/v1/project/{id}`. */
  readonly path: string;
  /** Where it answers besides: a path as the specification writes it, where ours follows the pattern. */
  readonly alias: string | null;
  readonly summary: string;
  readonly access: 'public' | 'session';
  readonly params: Schema | undefined;
  readonly query: Schema | undefined;
  readonly body: Schema | FileBody | undefined;
  /** The body's one list, which may also be sent alone: a JSON list in place of an object with it. */
  readonly bareList: string | null;
  readonly status: 200 | 201;
  readonly result: Schema;
  /** All error codes it may answer with, the common ones included. */
  readonly errors: readonly ApiErrorCode[];
  /** True when the request takes an `idempotency-key` header. */
  readonly idempotent: boolean;
  /** True where the browser's device cookie goes with the request. */
  readonly sendsDeviceCookie: boolean;
  readonly timeoutMs: number;
}

/** 30 s for a call, 60 s for an image (spec 1 §9). */
export const CALL_TIMEOUT_MS = 30_000;
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

interface Filled<C extends CallInput> extends Call {
  readonly access: C['access'] extends 'public' ? 'public' : 'session';
  readonly params: C['params'] extends Schema ? C['params'] : undefined;
  readonly query: C['query'] extends Schema ? C['query'] : undefined;
  readonly body: C['body'] extends Schema | FileBody ? C['body'] : undefined;
  readonly result: C['result'];
  readonly sendsDeviceCookie: C['sendsDeviceCookie'] extends true ? true : false;
}

/** A yes or no in a query: 1 or 0. A server also reads `true` and `false`. */
export const zeroOrOne = v.picklist([0, 1]);

/** Names of an object's fields in a query, joined by commas; empty for all of them. */
export function fieldNames({ entries }: { readonly entries: object }) {
  const name = ` *(?:${Object.keys(entries).join('|')}) *`;
  return v.pipe(v.string(), v.maxLength(500), v.regex(new RegExp(`^(?: *|${name}(?:,${name})*)$`)));
}

/** Completes a declaration with its defaults; the schemas keep their exact types. */
export function defineCall<const C extends CallInput>(call: C): Filled<C> {
  const access = call.access ?? 'session';
  const filled: Call = {
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
  // The spread above keeps the very schemas that came in; TypeScript cannot follow it through.
  return filled as Filled<C>;
}

/** Every path at which a call answers. */
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

/** What a file body carries, on both sides. */
export interface FileParts {
  readonly fields: Record<string, string | undefined>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

export const idParams = v.object({ id: uuid });

/** The most entities one page of a list or of a pull holds. */
export const MAX_PAGE = 1000;
const pageNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));
const pageSize = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE));

/**
 * The parameters of every list. With `since` (empty for the beginning) the answer is in order of
 * change, oldest first, with tombstones and the next checkpoint. No page has many more than a million bytes.
 */
export const listEntries = {
  page: v.optional(pageNumber),
  limit: v.optional(pageSize),
  since: v.optional(typedText(100)),
};

/**
 * The answer of a list: `last_page` for pages, `checkpoint` when `since` was given. Large entities make more pages:
 * a list is read until `last_page`, which may grow on the way; with `since` fewer than `limit` are the last ones,
 * but where `last_page` is 2: it was cut short, and goes on behind the checkpoint.
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
 * What a file is known by. `uuid` is made by the device: sent again, the file is stored once; who leaves it
 * out is told the server's. `sha256` says what the device meant to send.
 */
export const fileFields = v.object({
  uuid: v.optional(uuid),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

/** A success without anything to say. */
export const emptyResult = v.object({});
