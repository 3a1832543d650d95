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

async function get(path: string) {
  const { statusCode, headers, body } = await server.app.inject(path);
  return { status: statusCode, type: String(headers['content-type']), headers, body };
}

/** URLs of the scripts and styles that the page loads. */
function loadedUrls(): URL[] {
  const urls = [...page.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)];
  return urls.map(([, url = '']) => new URL(url, `${ORIGIN}/api/docs`));
}

/** Returns the sources that the page's CSP allows for a directive. */
async function allowedSources(directive: string): Promise<string[]> {
  const policy = String((await get('/api/docs')).headers['content-security-policy']);
  const directives = policy.split(';').map((directiveText) => directiveText.trim().split(' '));
  return directives.find(([name]) => name === directive)?.slice(1) ?? [];
}

describe('the interactive API docs for developers', () => {
  test('loads its script and its style from this server', async () => {
    const urls = loadedUrls();
    expect(urls.map(({ origin }) => origin)).toEqual([ORIGIN, ORIGIN, ORIGIN]);
    for (const { pathname } of urls) {
      const { status, type } = await get(pathname);
      expect(status).toBe(200);
      expect(type).toContain(pathname.endsWith('.css') ? 'text/css' : 'text/javascript');
    }
  });

  test('works under the content security policy of all pages, without exceptions (security 15)', async () => {
    expect(await allowedSources('script-src')).toContain("'self'");
    expect(await allowedSources('style-src')).toContain("'self'");
    expect(await allowedSources('connect-src')).toEqual(["'self'"]);
    const otherPolicy = (await get('/health')).headers['content-security-policy'];
    expect((await get('/api/docs')).headers['content-security-policy']).toBe(otherPolicy);
    // The page has no inline scripts or styles.
    expect(page).not.toMatch(/<script>|<script [^>]*>[^<]|<style|style=| on\w+=/);
  });

  test('has its images embedded in its style sheet, and no fonts', async () => {
    const { body } = await get('/api/docs/swagger-ui.css');
    const pictures = [...body.matchAll(/url\(\s*["']?([^"')]{0,40})/g)].map(([, url]) => url);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((url) => !url?.startsWith('data:image/'))).toEqual([]);
    expect(body).not.toMatch(/@import|@font-face/);
    expect(await allowedSources('img-src')).toContain('data:');
  });

  test('reads this server’s document, can search and try calls, and uses no external validator', async () => {
    const { body } = await get('/api/docs/start.js');
    for (const setting of [
      "url: '/api/openapi.json'",
      'filter: true',
      'tryItOutEnabled: true',
      'persistAuthorization: false',
      'validatorUrl: null',
    ])
      expect(body).toContain(setting);
    expect(body).not.toMatch(/https?:|\/\/\w/);
    expect((await get('/api/openapi.json')).status).toBe(200);
  });

  test('sends a token as described by the document, and gets a response', async () => {
    const document: OpenApiDocument = JSON.parse((await get('/api/openapi.json')).body);
    const selfOperation = document.paths['/v1/installer/user/self']?.['get'];
    const [name = ''] = Object.keys(selfOperation?.security[0] ?? {});
    expect(document.components.securitySchemes[name]).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    const { token } = await server.signInAs('polishOwner');
    const attempt = await server.app.inject({
      url: `${document.servers[0]?.url}/v1/installer/user/self`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(attempt.statusCode).toBe(200);
  });
});
