import * as v from 'valibot';
import { brand } from '#brand';
import { oneTimeCode } from '#schemas/session.ts';
import {
  findConsoleProblems,
  type ConsoleSettings,
  consoleSettings,
  toConsoleSettings,
} from './console/console-settings.ts';
import { findDatabaseProblems, databaseSettings } from './db/database-settings.ts';
import { findFileProblems, fileSettings, toS3Settings } from './files/file-settings.ts';
import { type S3Settings } from './files/s3-files.ts';
import { isVoucherKeys } from './orders/voucher-keys.ts';
import { isOperatorRole, type OperatorRole, operatorRoles } from './operator/operator-roles.ts';
import {
  choice,
  flag,
  nonEmpty,
  number,
  optionalFlag,
  secret,
  text,
  url,
  wholeNumber,
} from './setting-types.ts';
import { StartError } from './start-error.ts';

/** Thrown if settings are missing or invalid. The message lists all of them. */
export class EnvironmentError extends StartError {
  override readonly name = 'EnvironmentError';

  constructor(problems: readonly string[]) {
    super(
      'configuration',
      `The configuration is invalid:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}

const OPERATOR = /^[\w.-]{1,60}(?:\/(?<role>[a-z]+))?:[\w+/=-]{32,}$/;
function isOperator(text: string): boolean {
  const match = OPERATOR.exec(text);
  return match !== null && isOperatorRole(match.groups?.['role'] ?? 'admin');
}

const MAIL_EXAMPLE = 'Club <no-reply@club.example>';
const optionalUrl = (example: string, ...protocols: string[]) =>
  v.optional(url(example, ...protocols));

const settings = v.object({
  NODE_ENV: v.optional(choice(['development', 'test', 'production'], 'production'), 'development'),
  HOST: v.optional(
    text((value) => value !== '', 'must be an address; for example 0.0.0.0'),
    '127.0.0.1',
  ),
  PORT: number(8080, 0, 65_535),
  ...consoleSettings,
  ...databaseSettings,
  ...fileSettings,
  /** Public URL of the app and of the certificate pages. */
  APP_URL: optionalUrl('https://club.example', 'http:', 'https:'),
  /** Directory of the built app; if unset, only the API is served. */
  APP_DIR: nonEmpty('app'),
  /** Loads the demo data into an empty database. */
  DEMO_DATA: optionalFlag,
  /** Secret key for hashing one-time codes and identifiers. All processes need the same value. */
  CODE_PEPPER: secret(32),
  /**
   * Keys for the stored voucher codes, as ID:SECRET, separated by commas. The first key encrypts; all of them can
   * decrypt.
   */
  VOUCHER_KEYS: v.optional(
    text(
      isVoucherKeys,
      'must be ID:SECRET, separated by commas, each ID of lower-case letters and digits, each SECRET of 32 characters or more; for example 2027:SECRET',
    ),
  ),
  HIDE_UNKNOWN_INSTALLERS: flag(false),
  /** Phone numbers starting with nine 9s sign in with TEST_CODE; nothing is sent to them. */
  TEST_DEVICES: flag(false),
  /** Lets operators impersonate a person through the `faker` parameter (`club emulate`). */
  FAKER_TOKENS: flag(false),
  TEST_CODE: v.optional(
    text((value) => v.is(oneTimeCode, value), 'must be 5 or 10 digits; for example 12345'),
    '12345',
  ),
  /** If set, every call responds with 503. */
  MAINTENANCE: flag(false),
  /** Bearer token for /metrics; if unset, only local requests may read them. */
  METRICS_TOKEN: secret(16),
  /** Operators as NAME/ROLE:TOKEN, separated by commas. Operators without a role have full access. */
  OPERATOR_TOKENS: v.optional(
    text(
      (value) => value === '' || value.split(',').every(isOperator),
      `must be NAME/ROLE:TOKEN, separated by commas, each token of 32 letters and digits or more, each role one of ${Object.keys(operatorRoles).join(', ')}; for example anna/support:TOKEN`,
    ),
    '',
  ),
  /** Number of trusted proxies in front of the server; their forwarding headers contain the client's address. */
  TRUST_PROXY: number(0, 0, 10),
  SMTP_URL: optionalUrl('smtps://USER:PASSWORD@mail.example:465', 'smtp:', 'smtps:'),
  MAIL_FROM: v.optional(
    text((value) => /\S@\S/.test(value), `must have an email address; for example ${MAIL_EXAMPLE}`),
  ),
  SMS_GATEWAY_URL: optionalUrl('https://sms.example/send', 'http:', 'https:'),
  SMS_GATEWAY_TOKEN: nonEmpty('the token that the gateway gave you'),
  /** URL of a geocoder with Photon's API; if unset, a small built-in list of places is searched. */
  ADDRESS_SEARCH_URL: optionalUrl('https://photon.example', 'http:', 'https:'),
  /** Contact for push services: a mailto: or https: URL. */
  PUSH_CONTACT: optionalUrl('mailto:operator@club.example', 'mailto:', 'https:'),
  /** Contact for reporting vulnerabilities: a mailto: or https: URL. */
  SECURITY_CONTACT: optionalUrl('mailto:security@club.example', 'mailto:', 'https:'),
  /** An extra origin that push messages may be sent to; for tests. */
  PUSH_TEST_SINK: optionalUrl('http://127.0.0.1:9000', 'http:', 'https:'),
  LOG_LEVEL: v.optional(choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info')),
  /** Multiplies all rate limits, for load tests. */
  RATE_LIMIT_FACTOR: number(1, 1, 1_000_000),
  /** Adds the QA panel's keyboard shortcut to the app's page; never in production. `npm start` sets it. */
  QA_SHORTCUT: flag(false),
  /** Milliseconds by which each 429 is delayed. */
  REFUSAL_DELAY: v.optional(wholeNumber(0, 10_000, 1000)),
  /**
   * Number of seconds for which the server still accepts connections after a stop signal, so that proxies can notice
   * that it's stopping.
   */
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
  /** The operators' console; null if it isn't served. */
  readonly console: ConsoleSettings | null;
  readonly demoData: boolean;
  /** If null, each start generates one; codes sent before a restart are then invalid. */
  readonly codePepper: string | null;
  /** If null, a known key is used, which isn't allowed in production. */
  readonly voucherKeys: string | null;
  readonly hideUnknownInstallers: boolean;
  /** One-time code of the test phones; null if there are none. */
  readonly testCode: string | null;
  /** True if operators may impersonate people. */
  readonly allowsImpersonation: boolean;
  readonly maintenance: boolean;
  readonly metricsToken: string | null;
  /**
   * Operators and their tokens. If there are none, only local requests are accepted, and none at all in production.
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
  const parsed = v.safeParse(settings, variables, { abortPipeEarly: true });
  if (!parsed.success) {
    throw new EnvironmentError(
      // All messages are our own, because the library's messages would quote the value.
      parsed.issues.map((issue) => `${v.getDotPath(issue) ?? '?'}: ${issue.message}`),
    );
  }
  const values = parsed.output;
  const isProduction = values.NODE_ENV === 'production';
  const problems = [
    ...(isProduction ? findProductionProblems(values) : []),
    ...findConsoleProblems(values, isProduction),
    ...findDatabaseProblems(values, isProduction),
    ...findFileProblems(values, isProduction),
  ];
  if (problems.length > 0) throw new EnvironmentError(problems);
  return createEnvironment(values, variables['PORT'] !== undefined);
}

/** Returns the problems with settings that are forbidden in production (security 4) or required there. */
function findProductionProblems(values: Settings): string[] {
  const problems: string[] = [];
  for (const name of ['TEST_DEVICES', 'FAKER_TOKENS', 'DEMO_DATA'] as const) {
    if (values[name] === true) problems.push(`${name}: not in production; remove it`);
  }
  if (values.PUSH_TEST_SINK !== undefined)
    problems.push('PUSH_TEST_SINK: not in production; remove it');
  if (values.RATE_LIMIT_FACTOR > 10)
    problems.push('RATE_LIMIT_FACTOR: at most 10 in production; for example 1');
  for (const [name, example] of Object.entries(requiredSettings)) {
    if (values[name as keyof typeof requiredSettings] === undefined)
      problems.push(`${name}: required in production${example}`);
  }
  return problems;
}

/** Settings without a usable default in production, each with the reason or an example. */
const requiredSettings = {
  CODE_PEPPER: '; for example the output of `openssl rand -base64 33`',
  VOUCHER_KEYS: '; for example 2027: and the output of `openssl rand -base64 33`',
  APP_URL: ', because certificates and messages link to it; for example https://club.example',
  SMTP_URL: ', because codes are sent by email; for example smtps://USER:PASSWORD@mail.example:465',
  MAIL_FROM: `, because emails need your sender; for example ${MAIL_EXAMPLE}`,
  SMS_GATEWAY_URL: ', because codes are sent by SMS; for example https://sms.example/send',
  PUSH_CONTACT: ', because push services need it; for example mailto:operator@club.example',
} as const;

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

/** Delay of each 429, in ms. There is none in tests, because it would only slow them down. */
const defaultRejectionDelay = { development: 1000, test: 0, production: 1000 } as const;
const defaultLogLevel = { development: 'info', test: 'silent', production: 'info' } as const;

/** @param hasPort true if PORT is set */
function createEnvironment(values: Settings, hasPort: boolean): Environment {
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT * 1000,
    files: toS3Settings(values),
    // Only one process uses the embedded database; a shared PostgreSQL is migrated only on the operator's request.
    migratesAtStart:
      values.MIGRATE_AT_START === undefined
        ? values.NODE_ENV !== 'production' || values.DATABASE_URL === undefined
        : values.MIGRATE_AT_START,
    // In development the server also serves the app.
    appUrl: values.APP_URL ?? `http://localhost:${values.PORT}`,
    appDirectory: values.APP_DIR ?? null,
    // Without CONSOLE_PORT, only a development server on the default port serves the console. Servers that tests and
    // developers start on other ports thus don't compete for the console's port.
    console: toConsoleSettings(values, values.NODE_ENV === 'development' && !hasPort),
    demoData: values.DEMO_DATA === undefined ? values.NODE_ENV === 'development' : values.DEMO_DATA,
    codePepper: values.CODE_PEPPER ?? null,
    voucherKeys: values.VOUCHER_KEYS ?? null,
    hideUnknownInstallers: values.HIDE_UNKNOWN_INSTALLERS,
    testCode: values.TEST_DEVICES ? values.TEST_CODE : null,
    allowsImpersonation: values.FAKER_TOKENS,
    maintenance: values.MAINTENANCE,
    metricsToken: values.METRICS_TOKEN ?? null,
    operators: parseOperators(values.OPERATOR_TOKENS),
    trustedProxies: values.TRUST_PROXY,
    smtp:
      values.SMTP_URL === undefined
        ? null
        : {
            url: values.SMTP_URL,
            from: values.MAIL_FROM ?? `${brand.name} <no-reply@${brand.domain}>`,
          },
    sms:
      values.SMS_GATEWAY_URL === undefined
        ? null
        : { url: values.SMS_GATEWAY_URL, token: values.SMS_GATEWAY_TOKEN ?? null },
    addressSearchUrl: values.ADDRESS_SEARCH_URL ?? null,
    pushContact: values.PUSH_CONTACT ?? `mailto:no-reply@${brand.domain}`,
    // Normalised, because line breaks would add fields to security.txt.
    securityContact:
      values.SECURITY_CONTACT === undefined ? null : new URL(values.SECURITY_CONTACT).href,
    pushSink: values.PUSH_TEST_SINK === undefined ? null : new URL(values.PUSH_TEST_SINK).origin,
    logLevel: values.LOG_LEVEL ?? defaultLogLevel[values.NODE_ENV],
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    qaShortcut: values.QA_SHORTCUT,
    stopDelayMs: values.STOP_DELAY * 1000,
    rejectionDelayMs: values.REFUSAL_DELAY ?? defaultRejectionDelay[values.NODE_ENV],
  };
}
