/** Expected content types by file extension; other files may be anything except HTML or JSON. */
const types: Readonly<Record<string, RegExp>> = {
  js: /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i,
  css: /^text\/css\b/i,
  html: /^text\/html\b/i,
  json: /json\b/i,
  map: /json\b/i,
  webmanifest: /json\b/i,
  png: /^image\//i,
  svg: /^image\//i,
  webp: /^image\//i,
  wasm: /^application\/(?:wasm|octet-stream)\b/i,
  woff2: /^(?:font\/|application\/(?:x-font|font|octet-stream))/i,
};
const PORTAL_TYPES = /^text\/html\b|json/i;

/**
 * True if a response is a success with the content type of the requested file. A captive portal responds to every
 * request with 200 and a page, text or JSON. Such a response must never be cached in place of a script or image (F11,
 * F18).
 */
export function hasExpectedType(url: string, response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  const knownType = types[extensionOf(url)];
  return response.ok && (knownType ? knownType.test(type) : !PORTAL_TYPES.test(type));
}

/** A script that only the app's page loads. */
const APP_SCRIPT = '/first-paint.js';

/**
 * Like `hasExpectedType`, but also checks that a page is the app's. If a foreign page were cached,
 * this device would show nothing else, online or offline.
 */
export async function isGenuineFile(url: string, response: Response): Promise<boolean> {
  if (!hasExpectedType(url, response)) return false;
  return extensionOf(url) !== 'html' || (await response.clone().text()).includes(APP_SCRIPT);
}

function extensionOf(url: string): string {
  const { pathname } = new URL(url, 'https://app.invalid');
  return pathname.slice(pathname.lastIndexOf('.') + 1);
}
