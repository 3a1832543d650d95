import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import { nonEmpty, text, url, wholeNumber } from '../setting-types.ts';

/** Port of the console in development. */
const DEVELOPMENT_PORT = 8090;

/** Settings of the operators' console. */
export const consoleSettings = {
  /** If unset, there is no console, except in development. */
  CONSOLE_PORT: v.optional(wholeNumber(0, 65_535, DEVELOPMENT_PORT)),
  CONSOLE_HOST: nonEmpty('127.0.0.1'),
  /** Address that operators open; passkeys are bound to it. */
  CONSOLE_URL: v.optional(
    v.pipe(
      url('https://console.club.example', 'http:', 'https:'),
      v.check(
        (value) => /^https?:\/\/[^/?#]+\/?$/.test(value),
        'must be an origin without a path; for example https://console.club.example',
      ),
    ),
  ),
  /** Folder of the built console; if unset, only its API is served. */
  CONSOLE_DIR: nonEmpty('dist-console'),
  /** Email address that becomes the administrator of all countries while there are no operators. */
  CONSOLE_FIRST_ADMIN: v.optional(
    text(
      (value) => v.is(emailAddress, value),
      'must be an email address; for example anna@club.example',
    ),
  ),
};

type Values = v.InferOutput<v.ObjectSchema<typeof consoleSettings, undefined>> & {
  readonly APP_URL?: string | undefined;
};

/** The console's complete settings. */
export interface ConsoleSettings {
  readonly port: number;
  readonly host: string;
  /** Origin of the console. */
  readonly url: string;
  readonly directory: string | null;
  /** Normalised email address of the first administrator; null if there is none. */
  readonly firstAdmin: string | null;
}

/** Finds contradictory console settings. */
export function findConsoleProblems(values: Values, isProduction: boolean): string[] {
  if (!isProduction) return [];
  if (values.CONSOLE_PORT === undefined) {
    // CONSOLE_DIR isn't checked, because the release always sets it, even if no console is served.
    const names = ['CONSOLE_HOST', 'CONSOLE_URL', 'CONSOLE_FIRST_ADMIN'] as const;
    return names
      .filter((name) => values[name] !== undefined)
      .map((name) => `${name}: needs CONSOLE_PORT; for example ${DEVELOPMENT_PORT}`);
  }
  const { CONSOLE_URL: consoleUrl, APP_URL: appUrl } = values;
  if (consoleUrl === undefined) {
    return [
      'CONSOLE_URL: required with CONSOLE_PORT, because passkeys are bound to it; for example https://console.club.example',
    ];
  }
  const { protocol, hostname } = new URL(consoleUrl);
  const problems: string[] = [];
  if (protocol !== 'https:') {
    problems.push(
      'CONSOLE_URL: must start with https: in production, because browsers keep the session only then; for example https://console.club.example',
    );
  }
  // Cookies and passkeys belong to a host, regardless of the port.
  if (appUrl !== undefined && URL.canParse(appUrl) && new URL(appUrl).hostname === hostname) {
    problems.push(
      'CONSOLE_URL: must have a different host from APP_URL, because the app controls all pages of its host; for example https://console.club.example',
    );
  }
  return problems;
}

/** @param hasDefaultPort true if the console is served without CONSOLE_PORT */
export function toConsoleSettings(values: Values, hasDefaultPort: boolean): ConsoleSettings | null {
  const port = values.CONSOLE_PORT ?? (hasDefaultPort ? DEVELOPMENT_PORT : null);
  if (port === null) return null;
  const { CONSOLE_FIRST_ADMIN: firstAdmin } = values;
  return {
    port,
    host: values.CONSOLE_HOST ?? '127.0.0.1',
    url: new URL(values.CONSOLE_URL ?? `http://localhost:${port}`).origin,
    directory: values.CONSOLE_DIR ?? null,
    firstAdmin: firstAdmin === undefined ? null : v.parse(emailAddress, firstAdmin),
  };
}
