import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { findJsonExcess } from '#schemas/json-nesting.ts';
import { LEEWAY_VALUES, maxValues } from './body-limit.ts';
import { ApiFailure } from '../failure.ts';

/** JSON can write half of a letter only as an escape: without one, all letters are whole. */
const HALF_LETTER = /\\ud[89a-f]/i;

/**
 * How JSON comes in. Calls without a body come with a JSON content type from some clients: nothing is then
 * sent, and that is right. Half of a letter (a surrogate by itself), which a device may cut off from an
 * emoji, becomes the sign for an unreadable one: the database's JSON takes no halves.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString();
    if (json === '') return done(null, undefined);
    const excess = findJsonExcess(json, valuesIn(request));
    if (excess === 'depth') return done(new ApiFailure('invalid_input', { field: 'body' }));
    if (excess === 'values') return done(new ApiFailure('payload_too_large'));
    return parseJson(request, json, (error, value: unknown) =>
      done(error, error === null && HALF_LETTER.test(json) ? wellFormed(value) : value),
    );
  });
}

/** How many values a request's body may have. */
function valuesIn({ routeOptions }: FastifyRequest): number {
  const { call } = routeOptions.config;
  return call === undefined ? LEEWAY_VALUES : maxValues(call);
}

/** The same value, with its texts made of whole letters in place: a copy would cost more than the parsing. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const key in parts) {
    const part = parts[key];
    if (typeof part === 'string' || typeof part === 'object') parts[key] = wellFormed(part);
  }
  return value;
}
