/** The media types of pages and of JSON, which a captive portal answers with in the place of a file. */
const foreign = { html: /^text\/html\b/i, json: /json/i } as const;
/** The ends of the names of our own files that are of such a type. */
const own = { html: /\.html$/, json: /\.(json|webmanifest|map)$/ } as const;

/**
 * Whether an answer is the file that was asked for. A captive portal answers every request with 200 and a page, or
 * JSON, of its own: that must never be kept in the place of a script or a picture (F11, F18).
 */
export function isAnswerOfFile(url: string, answer: Response): boolean {
  const { pathname } = new URL(url, 'https://app.invalid');
  const type = answer.headers.get('content-type') ?? '';
  const isForeign = (kind: keyof typeof foreign) =>
    foreign[kind].test(type) && !own[kind].test(pathname);
  return answer.ok && !isForeign('html') && !isForeign('json');
}
