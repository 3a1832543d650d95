/** What files are served as, by the ends of their names; other names may be anything but a page or JSON. */
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
const FOREIGN = /^text\/html\b|json/i;

/**
 * Whether an answer is the file that was asked for, by its type. A captive portal answers every request with 200 and a
 * page, a text or JSON: that must never be kept in the place of a script or a picture (F11, F18).
 */
export function hasExpectedType(url: string, answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? '';
  const own = types[endingOf(url)];
  return answer.ok && (own ? own.test(type) : !FOREIGN.test(type));
}

/** A script that the app's page loads, and no other page does. */
const OWN_SCRIPT = '/first-paint.js';

/**
 * The same, and of a page whether it is the app's: another one kept in its place would be all that this device shows,
 * with or without a network.
 */
export async function isGenuineFile(url: string, answer: Response): Promise<boolean> {
  if (!hasExpectedType(url, answer)) return false;
  return endingOf(url) !== 'html' || (await answer.clone().text()).includes(OWN_SCRIPT);
}

function endingOf(url: string): string {
  const { pathname } = new URL(url, 'https://app.invalid');
  return pathname.slice(pathname.lastIndexOf('.') + 1);
}
