import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenApiDocument } from '#server/http/docs/openapi.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const ORIGIN = 'http://127.0.0.1:8080';
let server: TestApp;
let page: string;
beforeAll(async () => {
  server = await startTestApp();
  page = (await server.app.inject('/api/docs')).body;
});
afterAll(() => server.close());

async function ask(path: string) {
  const { statusCode, headers, body } = await server.app.inject(path);
  return { status: statusCode, type: String(headers['content-type']), headers, body };
}

/** What the page loads at once, as addresses on its own origin. */
function loaded(): URL[] {
  const places = [...page.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)];
  return places.map(([, place = '']) => new URL(place, `${ORIGIN}/api/docs`));
}

/** The sources that the page's policy lets in for a directive. */
async function allowed(directive: string): Promise<string[]> {
  const policy = String((await ask('/api/docs')).headers['content-security-policy']);
  const found = policy.split(';').map((part) => part.trim().split(' '));
  return found.find(([name]) => name === directive)?.slice(1) ?? [];
}

describe('the reader of the API, for who develops', () => {
  test('loads its script and its style from this server', async () => {
    const places = loaded();
    expect(places.map(({ origin }) => origin)).toEqual([ORIGIN, ORIGIN, ORIGIN]);
    for (const { pathname } of places) {
      const { status, type } = await ask(pathname);
      expect(status).toBe(200);
      expect(type).toContain(pathname.endsWith('.css') ? 'text/css' : 'text/javascript');
    }
  });

  test('needs nothing that the content security policy of every page would not let in (security 15)', async () => {
    expect(await allowed('script-src')).toContain("'self'");
    expect(await allowed('style-src')).toContain("'self'");
    expect(await allowed('connect-src')).toEqual(["'self'"]);
    const everywhere = (await ask('/health')).headers['content-security-policy'];
    expect((await ask('/api/docs')).headers['content-security-policy']).toBe(everywhere);
    // Neither script nor style in the page itself.
    expect(page).not.toMatch(/<script>|<script [^>]*>[^<]|<style|style=| on\w+=/);
  });

  test('has all its pictures in its style, and no fonts', async () => {
    const { body } = await ask('/api/docs/swagger-ui.css');
    const pictures = [...body.matchAll(/url\(\s*["']?([^"')]{0,40})/g)].map(([, place]) => place);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((place) => !place?.startsWith('data:image/'))).toEqual([]);
    expect(body).not.toMatch(/@import|@font-face/);
    expect(await allowed('img-src')).toContain('data:');
  });

  test('reads the document of this server, searches, tries out, and asks no other host to judge it', async () => {
    const { body } = await ask('/api/docs/reader.js');
    for (const setting of [
      "url: '/api/openapi.json'",
      'filter: true',
      'tryItOutEnabled: true',
      'persistAuthorization: false',
      'validatorUrl: null',
    ])
      expect(body).toContain(setting);
    expect(body).not.toMatch(/https?:|\/\/\w/);
    expect((await ask('/api/openapi.json')).status).toBe(200);
  });

  test('sends a token as the document describes it, and is answered', async () => {
    const document: OpenApiDocument = JSON.parse((await ask('/api/openapi.json')).body);
    const self = document.paths['/v1/installer/user/self']?.['get'];
    const [name = ''] = Object.keys(self?.security[0] ?? {});
    expect(document.components.securitySchemes[name]).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    const { token } = await server.signInAs('polishOwner');
    const tried = await server.app.inject({
      url: `${document.servers[0]?.url}/v1/installer/user/self`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(tried.statusCode).toBe(200);
  });
});
