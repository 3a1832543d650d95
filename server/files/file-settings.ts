import * as v from 'valibot';
import { type S3Settings } from './s3-files.ts';

/** Suffix of FILES_URL that allows unencrypted connections. */
const IN_CLEAR = '?tls=off';

const key = v.optional(v.pipe(v.string(), v.minLength(1)));

/** Settings of the file store; without FILES_URL, files are in the database. */
export const fileSettings = {
  /** URL of a bucket; keys are appended to its path. */
  FILES_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isBucket,
        `must be the address of a bucket, with http: or https:, and nothing behind its path but ${IN_CLEAR}`,
      ),
    ),
  ),
  FILES_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)), 'us-east-1'),
  FILES_ACCESS_KEY: key,
  FILES_SECRET_KEY: key,
};
type Read = v.InferOutput<v.ObjectSchema<typeof fileSettings, undefined>>;

function isBucket(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  const hasMore = username + password + hash !== '' || (search !== '' && search !== IN_CLEAR);
  return ['http:', 'https:'].includes(protocol) && !hasMore;
}

/** Missing settings, and settings that are forbidden in production. */
export function fileProblems(read: Read, isProduction: boolean): string[] {
  if (read.FILES_URL === undefined) return [];
  const { protocol, hostname, search } = new URL(read.FILES_URL);
  const problems: string[] = [];
  if (read.FILES_ACCESS_KEY === undefined) problems.push('FILES_ACCESS_KEY: needed with FILES_URL');
  if (read.FILES_SECRET_KEY === undefined) problems.push('FILES_SECRET_KEY: needed with FILES_URL');
  if (isProduction && protocol === 'http:' && !isLoopbackHost(hostname) && search !== IN_CLEAR)
    problems.push(
      `FILES_URL: needs https:; ${IN_CLEAR} behind it to connect in clear all the same`,
    );
  return problems;
}

/** True for hosts whose traffic stays on this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** @param read validated settings */
export function toS3Settings(read: Read): S3Settings | null {
  const { FILES_URL, FILES_REGION: region, FILES_ACCESS_KEY, FILES_SECRET_KEY } = read;
  if (FILES_URL === undefined) return null;
  const url = new URL(FILES_URL);
  return {
    url: `${url.origin}${url.pathname}`,
    region,
    accessKey: FILES_ACCESS_KEY ?? '',
    secretKey: FILES_SECRET_KEY ?? '',
  };
}
