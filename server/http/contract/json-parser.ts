import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { findJsonExcess } from '#schemas/json-nesting.ts';
import { LEEWAY_VALUES, getMaxValues } from './body-limit.ts';
import { ApiFailure } from '../failure.ts';

/** In JSON, a lone surrogate can only be written as an escape. Text without such an escape is well-formed. */
const LONE_SURROGATE = /\\ud[89a-f]/i;

/**
 * Registers the JSON parser. Some clients send a JSON content type without a body, which is accepted. Devices that
 * cut an emoji in half leave a lone surrogate. It becomes U+FFFD, because PostgreSQL's JSON rejects lone surrogates.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString();
    if (json === '') return done(null, undefined);
    const excess = findJsonExcess(json, getMaxRequestValues(request));
    if (excess === 'depth') return done(new ApiFailure('invalid_input', { field: 'body' }));
    if (excess === 'values') return done(new ApiFailure('payload_too_large'));
    return parseJson(request, json, (error, value: unknown) =>
      done(error, error === null && LONE_SURROGATE.test(json) ? makeWellFormed(value) : value),
    );
  });
}

/** Maximum number of JSON values in a request's body. */
function getMaxRequestValues({ routeOptions }: FastifyRequest): number {
  const { call } = routeOptions.config;
  return call === undefined ? LEEWAY_VALUES : getMaxValues(call);
}

/** Replaces lone surrogates in all texts, in place: a copy would cost more than parsing. */
function makeWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const key in parts) {
    const part = parts[key];
    if (typeof part === 'string' || typeof part === 'object') parts[key] = makeWellFormed(part);
  }
  return value;
}
