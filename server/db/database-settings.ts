import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { isLoopbackHost } from '../files/file-settings.ts';
import { choice, number, optionalFlag, text, url } from '../setting-types.ts';

const EXAMPLE = 'postgres://club:PASSWORD@database.example/club?sslmode=verify-full';

/** True if a connection URL names several hosts, in its address or its parameter `host`. */
function hasSeveralHosts(value: string): boolean {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/.exec(value) ?? [];
  return (
    authority.slice(authority.lastIndexOf('@') + 1).includes(',') ||
    /[?&]host=[^&]*(?:,|%2c)/i.test(value)
  );
}

/** Settings of the database. */
export const databaseSettings = {
  /** Directory of the embedded database. */
  DATA_DIR: v.optional(
    text((value) => value !== '', 'must be a folder; for example /var/lib/club'),
    '.data',
  ),
  /** In production, the embedded database must be chosen explicitly. */
  DATABASE: v.optional(choice(['embedded'], 'embedded')),
  DATABASE_URL: v.optional(
    v.pipe(
      text(
        (value) => !hasSeveralHosts(value),
        `has several hosts, which isn’t supported: use one address that leads to the primary, such as a virtual IP or a pooler; for example ${EXAMPLE}`,
      ),
      v.check(
        (value) => !value.includes('target_session_attrs='),
        `has target_session_attrs, which isn’t supported: remove it, and use an address that leads to the primary; for example ${EXAMPLE}`,
      ),
      url(EXAMPLE, 'postgres:', 'postgresql:'),
    ),
  ),
  DATABASE_POOL_SIZE: number(20, 1, 500),
  /** PostgreSQL statement timeout in seconds. */
  DATABASE_TIMEOUT: number(20, 1, 300),
  /** Migrates the database at startup; otherwise run `node server/migrate.ts up`. */
  MIGRATE_AT_START: optionalFlag,
};
type DatabaseValues = v.InferOutput<v.ObjectSchema<typeof databaseSettings, undefined>>;

/** Describes contradictory settings, and settings that are missing or forbidden in production. */
export function findDatabaseProblems(values: DatabaseValues, isProduction: boolean): string[] {
  const { DATABASE, DATABASE_URL } = values;
  if (DATABASE !== undefined && DATABASE_URL !== undefined)
    return ['DATABASE: contradicts DATABASE_URL; remove one of them'];
  if (!isProduction) return [];
  if (DATABASE !== undefined) {
    // A relative folder would be inside a release folder, which a later update deletes.
    return isAbsolute(values.DATA_DIR)
      ? []
      : ['DATA_DIR: must be an absolute path in production; for example /var/lib/club'];
  }
  if (DATABASE_URL === undefined)
    return [
      `DATABASE_URL: required in production; for example ${EXAMPLE}, or set DATABASE=embedded for one small site`,
    ];
  return isUnencryptedRemote(new URL(DATABASE_URL))
    ? [
        'DATABASE_URL: needs sslmode=verify-full, with sslrootcert=FILE for your own CA; or sslmode=disable to connect without TLS',
      ]
    : [];
}

/**
 * True if the connection would go to another machine without TLS. The driver doesn't use TLS without an sslmode, which
 * is acceptable only on the same machine.
 */
function isUnencryptedRemote({ hostname, searchParams }: URL): boolean {
  const isLocal = hostname === '' || isLoopbackHost(hostname);
  return !isLocal && !searchParams.has('host') && !searchParams.has('sslmode');
}
