import { type FastifyInstance } from 'fastify';

/**
 * How JSON comes in. Calls without a body come with a JSON content type from some clients: nothing is then
 * sent, and that is right. Half of a letter (a surrogate by itself), which a device may cut off from an
 * emoji, becomes the sign for an unreadable one: the database's JSON takes no halves.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, body.toString(), (error, value: unknown) =>
      done(error, error === null ? wellFormed(value) : undefined),
    );
  });
}

/** The same value with its texts made of whole letters. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wellFormed(part)]));
}
