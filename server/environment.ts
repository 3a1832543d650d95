import * as v from 'valibot';
import { brand } from '#brand';
import { oneTimeCode } from '#schemas/session.ts';
import { fileProblems, fileSettings, toS3Settings, isLoopbackHost } from './files/file-settings.ts';
import { type S3Settings } from './files/s3-files.ts';
import { isOperatorRole, type OperatorRole, operatorRoles } from './operator/operator-roles.ts';
import { StartError } from './start-error.ts';

/** A missing or invalid setting. The message lists all of them. */
export class EnvironmentError extends StartError {
  override readonly name = 'EnvironmentError';

  constructor(problems: readonly string[]) {
    super(
      'configuration',
      `The configuration is invalid:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}

const flag = (fallback: boolean) =>
  v.optional(
    v.pipe(
      v.picklist(['1', '0', 'true', 'false', '']),
      v.transform((value) => value === '1' || value === 'true'),
    ),
    fallback ? '1' : '0',
  );
const wholeNumber = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(min), v.maxValue(max));
const number = (fallback: number, min: number, max: number) =>
  v.optional(wholeNumber(min, max), String(fallback));
const url = (...protocols: string[]) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that starts with ${protocols.join(' or ')}`,
      ),
    ),
  );
const OPERATOR = /^[\w.-]{1,60}(?:\/(?<role>[a-z]+))?:[\w+/=-]{32,}$/;
function isOperator(text: string): boolean {
  const match = OPERATOR.exec(text);
  return match !== null && isOperatorRole(match.groups?.['role'] ?? 'admin');
}

const nonEmpty = v.optional(v.pipe(v.string(), v.minLength(1)));

const settings = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'test', 'production']), 'development'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: number(8080, 0, 65_535),
  /** Directory of the embedded database. */
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  DATABASE_POOL_SIZE: number(20, 1, 500),
  /** PostgreSQL statement timeout in seconds. */
  DATABASE_TIMEOUT: number(20, 1, 300),
  ...fileSettings,
  /** Migrates the database at start; otherwise run `node server/migrate.ts up`. */
  MIGRATE_AT_START: v.optional(v.picklist(['1', '0', 'true', 'false'])),
  /** Public URL of the app and of the certificate pages. */
  APP_URL: url('http:', 'https:'),
  /** Directory of the built app; if unset, only the API is served. */
  APP_DIR: nonEmpty,
  /** Loads the demo data into an empty database. */
  DEMO_DATA: v.optional(v.picklist(['1', '0', 'true', 'false'])),
  /** Keys the hashes of one-time codes and identifiers. All processes need the same value. */
  CODE_PEPPER: v.optional(v.pipe(v.string(), v.minLength(32))),
  HIDE_UNKNOWN_INSTALLERS: flag(false),
  /** Phone numbers starting with nine 9s sign in with TEST_CODE; nothing is sent to them. */
  TEST_DEVICES: flag(false),
  /** Lets operators impersonate a person through the `faker` parameter (`club emulate`). */
  FAKER_TOKENS: flag(false),
  TEST_CODE: v.optional(oneTimeCode, '12345'),
  /** Every call responds with 503. */
  MAINTENANCE: flag(false),
  /** Bearer token for /metrics; if unset, only local requests may read them. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  /** Operators as NAME/ROLE:TOKEN, separated by commas. No role means full access. */
  OPERATOR_TOKENS: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => value === '' || value.split(',').every(isOperator),
        `must be NAME/ROLE:TOKEN, separated by commas, each token of 32 letters and digits or more, each role one of ${Object.keys(operatorRoles).join(', ')}`,
      ),
    ),
    '',
  ),
  /**
   * Number of trusted proxies in front of the server; their forwarding headers give the client's address.
   */
  TRUST_PROXY: number(0, 0, 10),
  SMTP_URL: url('smtp:', 'smtps:'),
  MAIL_FROM: v.optional(v.string(), `${brand.name} <no-reply@${brand.domain}>`),
  SMS_GATEWAY_URL: url('http:', 'https:'),
  SMS_GATEWAY_TOKEN: nonEmpty,
  /** URL of a geocoder with Photon's API; if unset, a small built-in list of places is searched. */
  ADDRESS_SEARCH_URL: url('http:', 'https:'),
  /** Contact for push services: a mailto: or https: URL. */
  PUSH_CONTACT: url('mailto:', 'https:'),
  /** Contact for people who found a vulnerability: a mailto: or https: URL. */
  SECURITY_CONTACT: url('mailto:', 'https:'),
  /** An extra origin that push messages may be sent to; for tests. */
  PUSH_TEST_SINK: url('http:', 'https:'),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
  /** Multiplies all rate limits, for load tests. */
  RATE_LIMIT_FACTOR: number(1, 1, 1_000_000),
  /** Adds the QA panel's keyboard shortcut to the app's page; never in production. `npm start` sets it. */
  QA_SHORTCUT: flag(false),
  /** Milliseconds before a 429 is sent. */
  REFUSAL_DELAY: v.optional(wholeNumber(0, 10_000)),
  /** Seconds between a stop signal and the end of listening, in which proxies notice. */
  STOP_DELAY: number(0, 0, 60),
});
type Settings = v.InferOutput<typeof settings>;

/** Names of all environment variables. */
export const settingNames: readonly string[] = Object.keys(settings.entries);

export interface Environment {
  readonly mode: 'development' | 'test' | 'production';
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  readonly databaseTimeoutMs: number;
  /** Bucket for photos and order files; null stores them in the database. */
  readonly files: S3Settings | null;
  /** If false, the server doesn't start on a database with pending migrations. */
  readonly migratesAtStart: boolean;
  /** Public URL of the app and of the certificate pages. */
  readonly appUrl: string;
  readonly appDirectory: string | null;
  readonly demoData: boolean;
  /** Null generates one at each start; codes sent before a restart are then invalid. */
  readonly codePepper: string | null;
  readonly hideUnknownInstallers: boolean;
  /** One-time code of the test phones; null if there are none. */
  readonly testCode: string | null;
  /** True if operators may impersonate people. */
  readonly allowsImpersonation: boolean;
  readonly maintenance: boolean;
  readonly metricsToken: string | null;
  /**
   * Operators and their tokens. If empty, only local requests are accepted, and not in production.
   */
  readonly operators: readonly {
    readonly name: string;
    readonly role: OperatorRole;
    readonly token: string;
  }[];
  readonly trustedProxies: number;
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly sms: { readonly url: string; readonly token: string | null } | null;
  /** Geocoder URL; null uses the built-in list of places. */
  readonly addressSearchUrl: string | null;
  readonly pushContact: string;
  /** Contact for vulnerability reports, a URL; null if none. */
  readonly securityContact: string | null;
  /** Origin of a fake push service for tests, or null. */
  readonly pushSink: string | null;
  readonly logLevel: string;
  readonly rateLimitFactor: number;
  /** True if the app's page has the QA panel's keyboard shortcut. */
  readonly qaShortcut: boolean;
  readonly rejectionDelayMs: number;
  readonly stopDelayMs: number;
}

/**
 * Reads the configuration from environment variables. Throws `EnvironmentError`; its message names the
 * variables but never their values.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const parsed = v.safeParse(settings, variables);
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? '?'}: ${expectation(issue)}`),
    );
  }
  const values = parsed.output;
  const isProduction = values.NODE_ENV === 'production';
  const problems = [
    ...(isProduction ? productionProblems(values) : []),
    ...fileProblems(values, isProduction),
  ];
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment(values);
}

/** Describes what was expected and never the given value, which may be a secret. */
function expectation(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'check') return issue.message;
  return issue.expected === null ? 'invalid' : `expected ${issue.expected}`;
}

/** Settings that are forbidden in production (security 4) or required there. */
function productionProblems(values: Settings): string[] {
  const problems: string[] = [];
  if (values.TEST_DEVICES) problems.push('TEST_DEVICES: not in production');
  if (values.FAKER_TOKENS) problems.push('FAKER_TOKENS: not in production');
  if (values.DEMO_DATA === '1' || values.DEMO_DATA === 'true')
    problems.push('DEMO_DATA: not in production');
  if (values.PUSH_TEST_SINK !== undefined) problems.push('PUSH_TEST_SINK: not in production');
  if (values.RATE_LIMIT_FACTOR > 10) problems.push('RATE_LIMIT_FACTOR: at most 10 in production');
  if (values.DATABASE_URL !== undefined && isUnencryptedRemote(new URL(values.DATABASE_URL)))
    problems.push(
      'DATABASE_URL: needs sslmode=verify-full, with sslrootcert=FILE for your own CA; or sslmode=disable to connect without TLS',
    );
  if (values.CODE_PEPPER === undefined)
    problems.push('CODE_PEPPER: required in production, 32 characters or more');
  if (values.APP_URL === undefined)
    problems.push('APP_URL: required in production, because certificates and messages link to it');
  if (values.SMTP_URL === undefined)
    problems.push('SMTP_URL: required in production, because codes are sent by e-mail');
  if (values.SMS_GATEWAY_URL === undefined)
    problems.push('SMS_GATEWAY_URL: required in production, because codes are sent by SMS');
  return problems;
}

/** Without an sslmode the driver doesn't use TLS; that is acceptable only on the same machine. */
function isUnencryptedRemote({ hostname, searchParams }: URL): boolean {
  const isLocal = hostname === '' || isLoopbackHost(hostname);
  return !isLocal && !searchParams.has('host') && !searchParams.has('sslmode');
}

function parseOperators(tokens: string): Environment['operators'] {
  return tokens
    .split(',')
    .filter(Boolean)
    .map((entry) => {
      const [identity = '', token = ''] = entry.split(':');
      const [name = '', role = 'admin'] = identity.split('/');
      return { name, role: isOperatorRole(role) ? role : 'reader', token };
    });
}

/** Delaying 429s would only slow the tests down. */
const defaultRefusalDelay = { development: 1000, test: 0, production: 1000 } as const;
const defaultLogLevel = { development: 'info', test: 'silent', production: 'info' } as const;

function environment(values: Settings): Environment {
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT * 1000,
    files: toS3Settings(values),
    // The embedded database has one process; a shared PostgreSQL is migrated when its operator says so.
    migratesAtStart:
      values.MIGRATE_AT_START === undefined
        ? values.NODE_ENV !== 'production' || values.DATABASE_URL === undefined
        : ['1', 'true'].includes(values.MIGRATE_AT_START),
    // In development the server also serves the app.
    appUrl: values.APP_URL ?? `http://localhost:${values.PORT}`,
    appDirectory: values.APP_DIR ?? null,
    demoData:
      values.DEMO_DATA === undefined
        ? values.NODE_ENV === 'development'
        : ['1', 'true'].includes(values.DEMO_DATA),
    codePepper: values.CODE_PEPPER ?? null,
    hideUnknownInstallers: values.HIDE_UNKNOWN_INSTALLERS,
    testCode: values.TEST_DEVICES ? values.TEST_CODE : null,
    allowsImpersonation: values.FAKER_TOKENS,
    maintenance: values.MAINTENANCE,
    metricsToken: values.METRICS_TOKEN ?? null,
    operators: parseOperators(values.OPERATOR_TOKENS),
    trustedProxies: values.TRUST_PROXY,
    smtp: values.SMTP_URL === undefined ? null : { url: values.SMTP_URL, from: values.MAIL_FROM },
    sms:
      values.SMS_GATEWAY_URL === undefined
        ? null
        : { url: values.SMS_GATEWAY_URL, token: values.SMS_GATEWAY_TOKEN ?? null },
    addressSearchUrl: values.ADDRESS_SEARCH_URL ?? null,
    pushContact: values.PUSH_CONTACT ?? `mailto:no-reply@${brand.domain}`,
    // Normalised, because line breaks would add fields to the file.
    securityContact:
      values.SECURITY_CONTACT === undefined ? null : new URL(values.SECURITY_CONTACT).href,
    pushSink: values.PUSH_TEST_SINK === undefined ? null : new URL(values.PUSH_TEST_SINK).origin,
    logLevel: values.LOG_LEVEL ?? defaultLogLevel[values.NODE_ENV],
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    qaShortcut: values.QA_SHORTCUT,
    stopDelayMs: values.STOP_DELAY * 1000,
    rejectionDelayMs: values.REFUSAL_DELAY ?? defaultRefusalDelay[values.NODE_ENV],
  };
}
