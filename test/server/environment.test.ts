import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment, settingNames } from '#server/environment.ts';

const production = {
  NODE_ENV: 'production',
  CODE_PEPPER: 'x'.repeat(32),
  VOUCHER_KEYS: `2027:${'x'.repeat(32)}`,
  APP_URL: 'https://club.example',
  DATABASE_URL: 'postgres://club@database.example/club?sslmode=verify-full',
  SMTP_URL: 'smtp://mail.example:25',
  MAIL_FROM: 'no-reply@club.example',
  PUSH_CONTACT: 'mailto:operator@club.example',
  SMS_GATEWAY_URL: 'https://sms.example/send',
};

function problemsOf(variables: Record<string, string>): string {
  try {
    readEnvironment(variables);
    return '';
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
}

describe('in production the connection to PostgreSQL uses TLS', () => {
  const problem = /^  DATABASE_URL: needs sslmode=verify-full/m;
  test.each([
    ['postgres://club:s3cret@db.example/club', true],
    ['postgres://club@10.0.0.7:6432/club?application_name=club', true],
    ['postgres://db.example/club?sslmode=verify-full&sslrootcert=/etc/ca.pem', false],
    ['postgres://db.example/club?sslmode=disable', false],
    ['postgres://127.0.0.1/club', false],
    ['postgres://localhost:5433/club', false],
    ['postgres://[::1]/club', false],
    ['postgres:///club?host=/run/postgresql', false],
  ])('%s', (DATABASE_URL, isRejected) => {
    const problems = problemsOf({ ...production, DATABASE_URL });
    expect(problem.test(problems)).toBe(isRejected);
    expect(problems).not.toContain('s3cret');
    expect(problemsOf({ DATABASE_URL })).toBe('');
  });
});

describe('the file bucket', () => {
  const keys = { FILES_ACCESS_KEY: 'club', FILES_SECRET_KEY: 's3cret' };

  test.each([
    ['https://s3.example/club', '', ''],
    ['https://club.s3.example/', '', ''],
    ['http://127.0.0.1:9000/club', '', ''],
    ['http://store:9000/club?tls=off', '', ''],
    ['http://store:9000/club', '', 'FILES_URL: needs https:'],
    ['https://me:s3cret@s3.example/club', 'FILES_URL: must be', 'FILES_URL: must be'],
    ['https://s3.example/club?x=s3cret', 'FILES_URL: must be', 'FILES_URL: must be'],
    ['s3://club', 'FILES_URL: must be', 'FILES_URL: must be'],
    ['club', 'FILES_URL: must be', 'FILES_URL: must be'],
  ])('%s: in development “%s”, in production “%s”', (FILES_URL, inDevelopment, inProduction) => {
    for (const [extraVariables, expected] of [
      [{}, inDevelopment],
      [production, inProduction],
    ] as const) {
      const problems = problemsOf({ ...extraVariables, ...keys, FILES_URL });
      expect(problems === '').toBe(expected === '');
      expect(problems).toContain(expected);
      expect(problems).not.toContain('s3cret');
    }
  });

  test('needs its keys, and drops the options from the URL', () => {
    const FILES_URL = 'http://store:9000/club?tls=off';
    expect(problemsOf({ FILES_URL })).toMatch(
      /FILES_ACCESS_KEY: needed[^]*FILES_SECRET_KEY: needed/,
    );
    expect(readEnvironment({ FILES_URL, ...keys }).files).toEqual({
      url: 'http://store:9000/club',
      region: 'us-east-1',
      accessKey: 'club',
      secretKey: 's3cret',
    });
    expect(readEnvironment({}).files).toBeNull();
  });
});

describe('the database', () => {
  test('must be named in production, or the embedded one chosen explicitly', () => {
    const { DATABASE_URL: _, ...others } = production;
    expect(problemsOf(others)).toMatch(/DATABASE_URL: required in production; for example/);
    const embeddedSettings = { ...others, DATABASE: 'embedded', DATA_DIR: '/var/lib/club' };
    expect(readEnvironment(embeddedSettings).databaseUrl).toBeNull();
    // A relative path, such as the default, would be in a release, which an update deletes.
    expect(problemsOf({ ...others, DATABASE: 'embedded' })).toContain(
      'DATA_DIR: must be an absolute',
    );
    for (const DATA_DIR of ['.data', 'data'])
      expect(problemsOf({ ...embeddedSettings, DATA_DIR })).toMatch(
        /DATA_DIR: must be an absolute path/,
      );
    expect(problemsOf({ ...production, DATABASE: 'embedded' })).toContain('contradicts');
    expect(problemsOf({ ...others, DATABASE: 'postgres' })).toContain('must be embedded');
  });

  test.each([
    ['postgres://club:pw@a.example,b.example/club', 'has several hosts'],
    ['postgres://club:pw@a.example:5432,b.example:5432/club', 'has several hosts'],
    ['postgres:///club?host=a.example,b.example', 'has several hosts'],
    ['postgres://a.example/club?target_session_attrs=read-write', 'has target_session_attrs'],
    ['postgres://club:s3#cret@a.example/club', 'has a #, / or ? in its password'],
    ['postgres://club:s3/cret@a.example/club', 'has a #, / or ? in its password'],
    ['postgres://club:12#34@a.example/club', 'has a #, / or ? in its password'],
    ['postgres://club:s3%23cret@a.example/club', ''],
    ['postgres://a.example:5432/club?application_name=a@b', ''],
    ['postgres://club:a,b@a.example/club', ''],
  ])('at %s: “%s”', (DATABASE_URL, problem) => {
    const problems = problemsOf({ DATABASE_URL });
    expect(problems === '').toBe(problem === '');
    expect(problems).toContain(problem);
  });
});

describe('operators', () => {
  const token = 'a'.repeat(32);

  test('have a name and a token, and a role unless they have full access', () => {
    const { operators } = readEnvironment({
      OPERATOR_TOKENS: `anna:${token},ben/support:${token}`,
    });
    expect(operators).toEqual([
      { name: 'anna', role: 'admin', token },
      { name: 'ben', role: 'support', token },
    ]);
  });

  test.each([
    `anna/owner:${token}`,
    `anna/:${token}`,
    'anna/support:short',
    `anna/toString:${token}`,
  ])('are rejected as %s', (OPERATOR_TOKENS) => {
    const problems = problemsOf({ OPERATOR_TOKENS });
    expect(problems).toContain('OPERATOR_TOKENS: must be NAME/ROLE:TOKEN');
    expect(problems).not.toContain(token);
  });
});

describe('the configuration (security 4, 26)', () => {
  test('needs no settings for development', () => {
    expect(readEnvironment({})).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      demoData: true,
      testCode: null,
      hideUnknownInstallers: false,
    });
  });

  test('of production is valid if it is complete, and excludes the demo', () => {
    expect(readEnvironment(production)).toMatchObject({
      mode: 'production',
      demoData: false,
      testCode: null,
    });
  });

  test('of production can’t have test devices, demo data, loose limits or undelivered codes', () => {
    expect(problemsOf({ ...production, TEST_DEVICES: '1' })).toContain('TEST_DEVICES');
    expect(problemsOf({ ...production, FAKER_TOKENS: '1' })).toContain('FAKER_TOKENS');
    expect(problemsOf({ ...production, DEMO_DATA: 'true' })).toContain('DEMO_DATA');
    expect(problemsOf({ ...production, RATE_LIMIT_FACTOR: '1000' })).toContain('RATE_LIMIT_FACTOR');
    const sink = { ...production, PUSH_TEST_SINK: 'https://push.example' };
    expect(problemsOf(sink)).toContain('PUSH_TEST_SINK');
    const problems = problemsOf({ NODE_ENV: 'production' });
    for (const name of [
      'CODE_PEPPER',
      'VOUCHER_KEYS',
      'APP_URL',
      'SMTP_URL',
      'SMS_GATEWAY_URL',
      'DATABASE_URL',
      'MAIL_FROM',
      'PUSH_CONTACT',
    ])
      expect(problems).toContain(name);
  });

  test('that is invalid is rejected with the name of the setting, without its value', () => {
    const message = problemsOf({
      PORT: 'secret-port',
      DATABASE_URL: 'mysql://user:password@host/db',
      NODE_ENV: 'secret-mode',
      METRICS_TOKEN: 'short-secret',
    });
    for (const name of ['PORT', 'DATABASE_URL', 'NODE_ENV', 'METRICS_TOKEN'])
      expect(message).toContain(name);
    expect(message).not.toMatch(/secret|password/);
  });

  test.each(settingNames)('%s is named in the error without its mistyped value', (name) => {
    const mistypedUrls = [
      'postgres//s3cret@x',
      's3cret',
      '://s3cret@x',
      'https://s3cret@[x',
      's3cret\n',
    ];
    for (const value of mistypedUrls) {
      const message = problemsOf({ [name]: value });
      expect(message).not.toContain('s3cret');
      expect(message === '' || message.includes(name)).toBe(true);
    }
  });

  test.each(settingNames)('%s is rejected in one line with the problem and an example', (name) => {
    const messages = ['', '://', 'a b', '99999999', '\n'].map((value) =>
      problemsOf({ [name]: value }),
    );
    for (const message of messages.filter((text) => text !== '')) {
      const [, line, ...others] = message.split('\n');
      expect(line).toMatch(
        new RegExp(`^  ${name}: (must|has|needs|contradicts) .*; (for example|or) `),
      );
      // Operators can't read regular expressions.
      expect(line).not.toMatch(/\/\^|\\d|[<>]=|expected/i);
      expect(others.filter((other) => other.startsWith(`  ${name}:`))).toEqual([]);
    }
  });
});

describe('the operators’ console', () => {
  const settings = {
    CONSOLE_PORT: '8090',
    CONSOLE_URL: 'https://console.club.example',
    CONSOLE_FIRST_ADMIN: 'Anna@Club.example',
  };
  const consoleOf = (variables: Record<string, string>) => readEnvironment(variables).console;

  test('is served in development on its usual port, unless the app uses another one', () => {
    expect(consoleOf({})).toMatchObject({ port: 8090, url: 'http://localhost:8090' });
    expect(consoleOf({ PORT: '9000' })).toBeNull();
    expect(consoleOf({ NODE_ENV: 'test' })).toBeNull();
  });

  test('is served in production if it has a port', () => {
    expect(consoleOf(production)).toBeNull();
    expect(consoleOf({ ...production, CONSOLE_DIR: 'console' })).toBeNull();
    expect(
      consoleOf({ ...production, ...settings, CONSOLE_URL: `${settings.CONSOLE_URL}/` }),
    ).toEqual({
      port: 8090,
      host: '127.0.0.1',
      url: 'https://console.club.example',
      directory: null,
      firstAdmin: 'anna@club.example',
    });
  });

  test.each([
    [{ CONSOLE_PORT: '8090' }, 'CONSOLE_URL: required with CONSOLE_PORT'],
    [{ CONSOLE_URL: settings.CONSOLE_URL }, 'CONSOLE_URL: needs CONSOLE_PORT'],
    [{ CONSOLE_FIRST_ADMIN: 'a@b.example' }, 'CONSOLE_FIRST_ADMIN: needs CONSOLE_PORT'],
    [
      { ...settings, CONSOLE_URL: 'http://console.club.example' },
      'CONSOLE_URL: must start with https:',
    ],
    [
      { ...settings, CONSOLE_URL: 'https://club.example:8443' },
      'CONSOLE_URL: must have a different host',
    ],
    [
      { ...settings, CONSOLE_URL: 'https://club.example/console' },
      'CONSOLE_URL: must be an origin',
    ],
    [{ ...settings, CONSOLE_FIRST_ADMIN: 'anna' }, 'CONSOLE_FIRST_ADMIN: must be an email address'],
    [{ ...settings, CONSOLE_PORT: 'x' }, 'CONSOLE_PORT: must be a whole number'],
  ] as [Record<string, string>, string][])(
    'in production, %j is rejected',
    (variables, problem) => {
      expect(problemsOf({ ...production, ...variables })).toContain(problem);
    },
  );
});
