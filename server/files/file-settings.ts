import * as v from 'valibot';
import { nonEmpty, text } from '../setting-types.ts';
import { type S3Settings } from './s3-files.ts';

/** Suffix of FILES_URL that allows unencrypted connections. */
const TLS_OFF = '?tls=off';

/** Settings of the file store; without FILES_URL, files are in the database. */
export const fileSettings = {
  /** URL of a bucket; keys are appended to its path. */
  FILES_URL: v.optional(
    text(
      isBucket,
      `must be the http: or https: URL of a bucket, with nothing after its path except ${TLS_OFF}; for example https://s3.example/club-files`,
    ),
  ),
  FILES_REGION: v.optional(
    text(
      (value) => /^[\w-]{1,60}$/.test(value),
      'must be the name of one of the store’s regions; for example us-east-1',
    ),
    'us-east-1',
  ),
  FILES_ACCESS_KEY: nonEmpty('the key’s name'),
  FILES_SECRET_KEY: nonEmpty('the key’s secret'),
};
type FileValues = v.InferOutput<v.ObjectSchema<typeof fileSettings, undefined>>;

function isBucket(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  const hasExtraParts = username + password + hash !== '' || (search !== '' && search !== TLS_OFF);
  return ['http:', 'https:'].includes(protocol) && !hasExtraParts;
}

/** Finds missing settings, and settings that are forbidden in production. */
export function findFileProblems(values: FileValues, isProduction: boolean): string[] {
  if (values.FILES_URL === undefined) return [];
  const { protocol, hostname, search } = new URL(values.FILES_URL);
  const problems: string[] = [];
  if (values.FILES_ACCESS_KEY === undefined)
    problems.push('FILES_ACCESS_KEY: needed with FILES_URL; for example the bucket’s key');
  if (values.FILES_SECRET_KEY === undefined)
    problems.push('FILES_SECRET_KEY: needed with FILES_URL; for example the bucket’s key');
  if (isProduction && protocol === 'http:' && !isLoopbackHost(hostname) && search !== TLS_OFF)
    problems.push(`FILES_URL: needs https:; append ${TLS_OFF} to connect without TLS`);
  return problems;
}

/** True for hosts whose traffic stays on this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** @param values validated settings */
export function toS3Settings(values: FileValues): S3Settings | null {
  const { FILES_URL, FILES_REGION: region, FILES_ACCESS_KEY, FILES_SECRET_KEY } = values;
  if (FILES_URL === undefined) return null;
  const url = new URL(FILES_URL);
  return {
    url: `${url.origin}${url.pathname}`,
    region,
    accessKey: FILES_ACCESS_KEY ?? '',
    secretKey: FILES_SECRET_KEY ?? '',
  };
}
