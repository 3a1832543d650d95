import { brand } from '#brand';
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { allCalls, allPictures, allStreams } from '#schemas/api/calls.ts';
import { type Call, type FileBody, isFileBody, pathsOf } from '#schemas/api/call.ts';
import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import {
  apiError,
  apiErrorCodes,
  apiErrorStatus,
  apiFailure,
  receivedErrorCode,
  type ApiErrorCode,
} from '#schemas/api/errors.ts';
import { configuration, publicConfiguration } from '#schemas/configuration.ts';
import { company, installerUser } from '#schemas/installer.ts';
import { ledgerEntry, pointsSummary } from '#schemas/ledger.ts';
import { order } from '#schemas/order.ts';
import { tierProductCategory } from '#schemas/product-type.ts';
import { project, projectDetail } from '#schemas/project.ts';
import { region } from '#schemas/regions.ts';
import { scan } from '#schemas/scan.ts';
import { shopProduct } from '#schemas/shop-product.ts';
import { loginResponse, token } from '#schemas/session.ts';
import { answerInput, surveyQuestion } from '#schemas/survey.ts';
import { bareListOf } from '../contract/inspect-schema.ts';
import { subjectOf, subjects } from './call-subjects.ts';
import { describeFields } from './describe-fields.ts';
import { parameterDescription } from './parameter-descriptions.ts';

type Schema = v.GenericSchema;

/** Schemas that the document defines once and references. */
const namedSchemas: Record<string, Schema> = {
  ApiError: apiError,
  ApiFailure: apiFailure,
  Company: company,
  Configuration: configuration,
  InstallerUser: installerUser,
  LedgerEntry: ledgerEntry,
  LoginResponse: loginResponse,
  Order: order,
  PointsSummary: pointsSummary,
  Project: project,
  ProjectDetail: projectDetail,
  PublicConfiguration: publicConfiguration,
  Region: region,
  Scan: scan,
  ShopProduct: shopProduct,
  SurveyAnswer: answerInput,
  SurveyQuestion: surveyQuestion,
  TierProductCategory: tierProductCategory,
  Token: token,
};

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // JSON schema can't express these checks (the server still runs them), or JSON implies them.
  ignoreActions: ['transform', 'check', 'finite'],
  overrideSchema: ({ valibotSchema }) => keyedRecord(valibotSchema) ?? currentCodes(valibotSchema),
  overrideRef: (context) => `#/components/schemas/${context.referenceId}`,
};

/** Converts a record with a fixed list of keys; the converter only knows arbitrary keys. */
function keyedRecord(schema: Schema): JsonSchema | null {
  if (schema.type !== 'record' || !('key' in schema) || !('value' in schema)) return null;
  return {
    type: 'object',
    propertyNames: withoutReferences(schema.key as Schema),
    additionalProperties: withoutReferences(schema.value as Schema),
  };
}

/** Lists only the codes that this server sends; clients also accept former names. */
function currentCodes(schema: Schema): JsonSchema | null {
  return schema === receivedErrorCode ? { type: 'string', enum: apiErrorCodes } : null;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Content }>
  >;
}
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<
      Record<
        string,
        { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
      >
    >;
  };
}

/** Builds the OpenAPI 3.1 document from the same table as the routes. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of [...allCalls, ...allPictures, ...allStreams]) {
    pathsOf(call).forEach((path, index) => {
      // Operation ids must be unique.
      const entry = {
        ...operation(call),
        operationId: index === 0 ? call.id : `${call.id}AsSpecified`,
      };
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: entry };
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version,
      description:
        'API for installers’ scans, projects, leads, points and orders. Lists return `{data, meta}`; errors return `{errors}`.',
    },
    servers: [{ url: '/api' }],
    tags: subjects.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: namedJsonSchemas(),
      securitySchemes: { session },
    },
  };
}

function namedJsonSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(toJsonSchemaDefs(namedSchemas, conversion)).map(([name, schema]) => [
      name,
      describeFields(schema, [name]),
    ]),
  );
}

const session = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The `token` of a session: `requestSignInCode` sends a code, `signIn` exchanges it for a token, `refreshSession` renews it.',
} as const;

function operation(call: Call): Operation {
  const body = requestContent(call);
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [subjectOf(call)],
    security: call.access === 'session' ? [{ session: [] }] : [],
    parameters: [
      ...parameters(call, 'path'),
      ...parameters(call, 'query'),
      ...(call.idempotent ? [idempotencyKey] : []),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      [call.status]: { description: 'Success.', content: successContent(call) },
      ...failures(call.errors),
    },
  };
}

const idempotencyKey: Parameter = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key and body has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
};

function parameters(call: Call, location: 'path' | 'query'): Parameter[] {
  const schema = location === 'path' ? call.params : call.query;
  if (schema === undefined) return [];
  const object = schemaOf(schema);
  const required = new Set(object.required);
  return Object.entries(object.properties ?? {}).map(([name, entry]) => {
    const description = parameterDescription(call.id, name);
    return {
      name,
      in: location,
      required: location === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      schema: typeof entry === 'boolean' ? {} : entry,
    };
  });
}

function requestContent(call: Call): Content | null {
  if (call.body === undefined) return null;
  const path = [call.id, 'body'];
  if (isFileBody(call.body)) return fileContent(call.body, path);
  const list = bareListOf(call);
  const body = schemaOf(call.body);
  return json(
    describeFields(list === null ? body : { anyOf: [body, schemaOf(list.schema)] }, path),
  );
}

/**
 * Response content: for a stream, one event's data (OpenAPI 3.1 can't describe the sequence); for a picture,
 * its SVG text.
 */
function successContent(call: Call): Content {
  const schema = describeFields(schemaOf(call.result), [call.id, 'result']);
  if (allPictures.includes(call)) return { 'image/svg+xml': { schema } };
  return allStreams.includes(call) ? { 'text/event-stream': { schema } } : json(schema);
}

function fileContent(body: FileBody, path: readonly string[]): Content {
  const fields = schemaOf(body.fields);
  const file: JsonSchema = { type: 'string', contentMediaType: body.mediaTypes.join(', ') };
  const schema: JsonSchema = {
    ...fields,
    properties: { ...fields.properties, [body.field]: file },
    required: [...(fields.required ?? []), body.field],
  };
  return { 'multipart/form-data': { schema: describeFields(schema, path) } };
}

/** All errors share one schema; each status lists its codes. */
function failures(codes: readonly ApiErrorCode[]): Operation['responses'] {
  const byStatus = Map.groupBy(codes, (code) => apiErrorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${apiErrorMessages[code]}`).join(' '),
        content: json({ $ref: '#/components/schemas/ApiFailure' }),
      },
    ]),
  );
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}

/** Schema with references to the named ones. */
function schemaOf(schema: Schema): JsonSchema {
  return stripMetaFields(toJsonSchema(schema, { ...conversion, definitions: namedSchemas }));
}

/** Schema without references. */
function withoutReferences(schema: Schema): JsonSchema {
  return stripMetaFields(toJsonSchema(schema, { target: conversion.target ?? 'draft-2020-12' }));
}

function stripMetaFields({ $schema: _dialect, $defs: _shapes, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
