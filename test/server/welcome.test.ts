import { expect, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { welcome } from '#server/welcome.ts';

const withoutConsole = (address: string) => ({ address, consoleAddress: null });
const lastLine = (variables: Record<string, string>) =>
  welcome(withoutConsole('http://127.0.0.1:8080'), readEnvironment(variables))
    .trimEnd()
    .split('\n')
    .at(-1);

test('the last line has the address of the app if only the API runs', () => {
  expect(lastLine({ APP_URL: 'http://localhost:5173' })).toBe(
    'The app is at http://localhost:5173',
  );
  expect(lastLine({})).toMatch(
    /^Serving the API only. Run `npm start` to build and serve the app too/,
  );
  expect(lastLine({ APP_DIR: 'dist' })).toBe('API docs: http://localhost:8080/api/docs');
});

test('the addresses contain localhost, as in the README, unless the server listens on another address', () => {
  const environment = readEnvironment({ APP_DIR: 'dist' });
  const local = { address: 'http://127.0.0.1:8080', consoleAddress: 'http://127.0.0.1:8090' };
  expect(welcome(local, environment)).not.toContain('127.0.0.1');
  expect(welcome(withoutConsole('http://192.168.1.20:8080'), environment)).toContain(
    'is at http://192.168.1.20:8080\n',
  );
});

test('the console’s address is listed with those who can sign in, if there is a console', () => {
  const address = 'http://127.0.0.1:8080';
  const local = { address, consoleAddress: 'http://127.0.0.1:8090' };
  const text = (variables: Record<string, string>) =>
    welcome(local, readEnvironment({ CONSOLE_DIR: 'dist-console', ...variables }));
  expect(text({})).toMatch(
    /^Operators’ console: http:\/\/localhost:8090\n {2}all administrator +Anna Zielińska +anna@/m,
  );
  expect(text({ DEMO_DATA: '0', CONSOLE_FIRST_ADMIN: 'ewa@club.example' })).toContain(
    'Operators’ console: http://localhost:8090\n  Sign in as ewa@club.example',
  );
  expect(welcome(withoutConsole(address), readEnvironment({}))).not.toContain('onsole');
});
