import { expect, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { welcome } from '#server/welcome.ts';

const lastLine = (variables: Record<string, string>) =>
  welcome('http://127.0.0.1:8080', readEnvironment(variables)).trimEnd().split('\n').at(-1);

test('the last line says where the app is when only the API runs', () => {
  expect(lastLine({ APP_URL: 'http://localhost:5173' })).toBe(
    'The app is at http://localhost:5173',
  );
  expect(lastLine({})).toMatch(
    /^Serving the API only. Run `npm start` to build and serve the app too/,
  );
  expect(lastLine({ APP_DIR: 'dist' })).toBe('API docs: http://localhost:8080/api/docs');
});

test('the addresses say localhost, as the README does, unless the server listens elsewhere', () => {
  const environment = readEnvironment({ APP_DIR: 'dist' });
  expect(welcome('http://127.0.0.1:8080', environment)).not.toContain('127.0.0.1');
  expect(welcome('http://192.168.1.20:8080', environment)).toContain(
    'is at http://192.168.1.20:8080\n',
  );
});
