import * as v from 'valibot';

/**
 * Creates a setting that must pass a check. No message quotes the value, because it may be a secret.
 * @param problem text of the message after `NAME: `, including an example
 */
export const text = (isValid: (value: string) => boolean, problem: string) =>
  v.pipe(v.string(), v.check(isValid, problem));

export const choice = <const Options extends readonly string[]>(
  options: Options,
  example: Options[number],
) => v.picklist(options, `must be ${options.join(', ')}; for example ${example}`);

const FLAG_VALUES = ['1', '0', 'true', 'false', ''] as const;
const FLAG_PROBLEM = 'must be 1 (on) or 0 (off); for example 1';
export const optionalFlag = v.optional(
  v.pipe(
    v.picklist(FLAG_VALUES, FLAG_PROBLEM),
    v.transform((value) => (value === '' ? undefined : value === '1' || value === 'true')),
  ),
);
export const flag = (fallback: boolean) =>
  v.optional(
    v.pipe(
      v.picklist(FLAG_VALUES, FLAG_PROBLEM),
      v.transform((value) => value === '1' || value === 'true'),
    ),
    fallback ? '1' : '0',
  );

export const wholeNumber = (min: number, max: number, example: number) =>
  v.pipe(
    text(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}; for example ${example}`,
    ),
    v.transform(Number),
  );
export const number = (fallback: number, min: number, max: number) =>
  v.optional(wholeNumber(min, max, Math.max(fallback, 1)), String(fallback));

export const nonEmpty = (example: string) =>
  v.optional(text((value) => value !== '', `must not be empty; for example ${example}`));
export const secret = (characters: number) =>
  v.optional(
    text(
      (value) => value.length >= characters,
      `must have ${characters} characters or more; for example the output of \`openssl rand -base64 33\``,
    ),
  );

export const url = (example: string, ...protocols: string[]) =>
  v.pipe(
    text(
      (value) => !needsEncoding(value),
      'has a #, / or ? in its password: write %23, %2F or %3F instead; for example p%23ss for p#ss',
    ),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.join(' or ')}; for example ${example}`,
    ),
  );

/** Matches `USER:PASSWORD@` if the password contains a character that ends a URL's host. */
const CUT_PASSWORD = /^[a-z]+:\/\/[^/?#@]*:[^/?#@]*[/?#].*@/;
/** Matches a host with a port, followed by a path with an `@`. */
const HOST_AND_PORT = /^[a-z]+:\/\/[^/?#@]*:\d*[/?]/;
const needsEncoding = (value: string) => CUT_PASSWORD.test(value) && !HOST_AND_PORT.test(value);
