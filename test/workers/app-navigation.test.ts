import { expect, test } from 'vitest';
import { isAppNavigation } from '#workers/app-files.ts';

test.each(['/', '/login', '/projects/5b0c', '/scan/offline', '/filesystem', '/api-help'])(
  '%s gets the app’s page',
  (path) => {
    expect(isAppNavigation(path)).toBe(true);
  },
);

test.each([
  '/api',
  '/api/v2/scans',
  '/api/openapi.json',
  '/files/photo',
  '/dev/codes',
  '/health/ready',
  '/metrics',
  '/robots.txt',
  '/.well-known/assetlinks.json',
])('%s goes to the server', (path) => {
  expect(isAppNavigation(path)).toBe(false);
});
