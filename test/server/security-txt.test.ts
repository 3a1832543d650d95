import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const url = '/.well-known/security.txt';
const html = { accept: 'text/html' };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    variables: {
      SECURITY_CONTACT: 'mailto:security@club.example',
      APP_URL: 'https://club.example',
    },
  });
});
afterAll(() => server.close());

describe('security.txt', () => {
  test('names the operator’s contact, and expires in less than a year', async () => {
    const { statusCode, headers, body } = await server.app.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = body.trimEnd().split('\n');
    expect(lines).toEqual([
      'Contact: mailto:security@club.example',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'Canonical: https://club.example/.well-known/security.txt',
      'Preferred-Languages: en',
    ]);
    const days =
      (Date.parse(lines[1]?.slice('Expires: '.length) ?? '') - server.clock.now()) / 864e5;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(365);
  });

  test('doesn’t exist without a contact', async () => {
    const appWithoutContact = await startTestApp();
    expect((await appWithoutContact.app.inject({ url })).statusCode).toBe(404);
    expect((await appWithoutContact.app.inject({ url, headers: html })).statusCode).toBe(404);
    await appWithoutContact.close();
  });

  test('accepts only a mailto: or https: URL, and no second field', () => {
    const contactOf = (SECURITY_CONTACT: string) =>
      readEnvironment({ SECURITY_CONTACT }).securityContact;
    expect(contactOf('https://club.example/security')).toBe('https://club.example/security');
    expect(contactOf('mailto:a@club.example\nExpires: 2000')).not.toContain('\n');
    for (const wrongContact of ['security@club.example', 'http://club.example', 'tel:112'])
      expect(() => contactOf(wrongContact)).toThrow('SECURITY_CONTACT');
  });
});
