import { readFileSync } from 'node:fs';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODE_PATTERN } from '#schemas/serial-number.ts';
import { type Call, pathsOf } from '#schemas/api/call.ts';
import { allCalls, allPictures, allStreams, calls, pictures, streams } from '#schemas/api/calls.ts';
import { apiErrorCodes, apiErrorStatus } from '#schemas/api/errors.ts';
import { VERSION } from '#server/version.ts';
import { fieldDescriptions } from '#server/http/docs/describe-fields.ts';
import { subjects } from '#server/http/docs/call-subjects.ts';
import { registerDocs } from '#server/http/docs/register-docs.ts';
import { type OpenApiDocument, type Operation } from '#server/http/docs/openapi.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await startTestApp();
  document = (await server.app.inject('/api/openapi.json')).json();
});
afterAll(() => server.close());

function operationOf({ path, method }: Call): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

type JsonObject = Record<string, unknown>;

/** Yields every object within a JSON value. */
function* objectsIn(value: unknown): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as JsonObject;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe('the OpenAPI document', () => {
  test('has the version of the app', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', manifest.version]);
    expect(VERSION).toBe(manifest.version);
  });

  test('describes every call exactly once', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => `${operation.operationId} ${method} ${path}`,
      ),
    );
    expect(operations.sort()).toEqual(
      [...allCalls, ...allPictures, ...allStreams]
        .flatMap((call) =>
          pathsOf(call).map((path, index) => {
            const id = index === 0 ? call.id : `${call.id}AsSpecified`;
            return `${id} ${call.method.toLowerCase()} ${path}`;
          }),
        )
        .sort(),
    );
  });

  test('declares every parameter of every path, and every status with its codes', () => {
    for (const call of allCalls) {
      const operation = operationOf(call);
      const namedParameters = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declaredParameters = operation?.parameters.filter(
        (parameter) => parameter.in === 'path',
      );
      expect(declaredParameters?.map((parameter) => parameter.name)).toEqual(namedParameters);
      for (const code of call.errors) {
        const response = operation?.responses[String(apiErrorStatus[code])];
        expect(response?.description).toContain(`\`${code}\``);
      }
      expect(operation?.responses[String(call.status)]).toBeDefined();
    }
  });

  test('describes every field of every body, result and schema in a sentence', () => {
    const isSentence = (text: unknown) => typeof text === 'string' && /^[A-Z0-9`].*\.$/.test(text);
    const fields = objectsIn(document)
      .filter(({ type }) => type === 'object')
      .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, JsonObject>))
      .toArray();
    expect(fields.length).toBeGreaterThan(1000);
    expect(fields.filter(([, { description }]) => !isSentence(description))).toEqual([]);
  });

  test('uses every field description', () => {
    const descriptions = new Set(
      objectsIn(document)
        .map(({ description }) => description)
        .toArray(),
    );
    const unusedDescriptions = fieldDescriptions
      .entries()
      .filter(([, text]) => !descriptions.has(text));
    expect(unusedDescriptions.toArray()).toEqual([]);
  });

  test('describes every parameter, and every call in sentences that start with a verb', () => {
    for (const call of [...allCalls, ...allPictures, ...allStreams]) {
      const operation = operationOf(call);
      expect(operation?.summary).toMatch(/^(?!One |The |An? )[A-Z][a-z]+ .*\.$/);
      for (const { name, description } of operation?.parameters ?? []) {
        expect(description, `${call.id} ${name}`).toMatch(/\.$/);
      }
    }
  });

  test('lists only the current error codes', () => {
    const { ApiError } = document.components.schemas;
    expect(ApiError?.properties?.['code']).toMatchObject({ type: 'string', enum: apiErrorCodes });
  });

  test('references no missing schema and has no unused schema', () => {
    const pointers = new Set(
      [...objectsIn(document)]
        .map((object) => object['$ref'])
        .filter((ref) => typeof ref === 'string'),
    );
    const schemaPointers = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );
    expect([...pointers].sort()).toEqual(schemaPointers.sort());
  });

  test('keeps the constraints of the schemas', () => {
    const { Scan, Configuration } = document.components.schemas;
    expect(Scan?.properties?.['serial_number']).toMatchObject({
      anyOf: [{ type: 'string', pattern: CODE_PATTERN.source }, { type: 'null' }],
    });
    expect(Configuration?.properties?.['region']).toMatchObject({
      enum: expect.arrayContaining(['PL']),
    });
  });
});

describe('the operation ids', () => {
  /** Verbs that the calls of a method may start with. */
  const verbs: Readonly<Record<string, readonly string[]>> = {
    GET: ['list', 'get', 'search', 'confirm', 'validate', 'resend', 'ping', 'stream'],
    POST: [
      'create',
      'upload',
      'send',
      'submit',
      'request',
      'register',
      'confirm',
      'complete',
      'resend',
      'restore',
      'report',
      'refresh',
      'sign',
      'start',
    ],
    PATCH: ['update', 'mark', 'register', 'verify'],
    DELETE: ['delete', 'end', 'cancel', 'decline'],
  };

  test.each(Object.entries({ ...calls, ...streams, ...pictures }))(
    '%s is the name of the call and starts with a verb for its method',
    (name, call) => {
      expect(call.id).toBe(name);
      expect(verbs[call.method]).toContain(/^[a-z]+/.exec(call.id)?.[0]);
    },
  );

  test('start with list for calls that return a list, and with get for a single object', () => {
    const isList = (call: Call) => {
      const success = operationOf(call)?.responses[String(call.status)];
      const data = success?.content['application/json']?.schema.properties?.['data'];
      return typeof data === 'object' && data.type === 'array';
    };
    const readers = allCalls.filter(({ id }) => /^(list|get)[A-Z]/.test(id));
    const misnamedCalls = readers.filter((call) => isList(call) !== call.id.startsWith('list'));
    expect(misnamedCalls.map(({ id }) => id)).toEqual([]);
  });
});

describe('the tags', () => {
  test('all have calls, and every call has one', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    for (const { tags } of operations) expect(tags).toHaveLength(1);
    const usedTags = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...usedTags].sort());
  });

  test('list no call twice', () => {
    const ids = subjects.flatMap((subject) => subject.calls.map(({ id }) => id));
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  });
});

describe('the static docs page in production', () => {
  let page: LightMyRequestResponse;
  let style: LightMyRequestResponse;
  beforeAll(async () => {
    const app = fastify();
    registerDocs(app, { mode: 'production' }, VERSION);
    page = await app.inject('/api/docs');
    style = await app.inject('/api/docs.css');
    await app.close();
  });

  test('names every call and tag, loads nothing external and has no script', () => {
    expect(page.headers['content-type']).toContain('text/html');
    for (const call of allCalls) expect(page.body).toContain(`id="${call.id}"`);
    for (const { name } of subjects) expect(page.body).toContain(`<h2>${name}</h2>`);
    expect(page.body).not.toMatch(/<script|style=|https?:\/\//);
    expect(style.headers['content-type']).toContain('text/css');
  });

  test('has only links within the page', () => {
    const links = [...page.body.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(page.body).toContain(`id="${link}"`);
  });
});
