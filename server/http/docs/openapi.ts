import { brand } from '#brand';
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { allCalls, allPictures, allStreams } from '#schemas/api/calls.ts';
import { operatorStreams } from '#schemas/operator/operator-calls.ts';
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
import { attachment } from '#schemas/attachment.ts';
import { configuration, publicConfiguration } from '#schemas/configuration.ts';
import { company, installerUser } from '#schemas/installer.ts';
import { ledgerEntry, pointsSummary } from '#schemas/ledger.ts';
import { order } from '#schemas/order.ts';
import { tierProductCategory } from '#schemas/product-type.ts';
import { project, projectDetail } from '#schemas/project.ts';
import { region } from '#schemas/regions.ts';
import { scan } from '#schemas/scan.ts';
import { photoShare } from '#schemas/photo-share.ts';
import { shopProduct } from '#schemas/shop-product.ts';
import { loginResponse, token } from '#schemas/session.ts';
import { answerInput, surveyQuestion } from '#schemas/survey.ts';
import { findBareList } from '../contract/inspect-schema.ts';
import { getSubject, subjects } from './call-subjects.ts';
import { describeFields } from './describe-fields.ts';
import { parameterDescription } from './parameter-descriptions.ts';

type Schema = v.GenericSchema;

/** Schemas that the document defines once and references. */
const namedSchemas: Record<string, Schema> = {
  ApiError: apiError,
  ApiFailure: apiFailure,
  Attachment: attachment,
  Company: company,
  Configuration: configuration,
  InstallerUser: installerUser,
  LedgerEntry: ledgerEntry,
  LoginResponse: loginResponse,
  Order: order,
  PhotoShare: photoShare,
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

const conversionConfig: ConversionConfig = {
  target: 'draft-2020-12',
  // These actions are left out, because JSON Schema can't express them or JSON already implies them. The server still
  // runs them.
  ignoreActions: ['transform', 'check', 'partial_check', 'every_item', 'finite', 'parse_json'],
  overrideSchema: ({ valibotSchema }) =>
    convertKeyedRecord(valibotSchema) ?? convertErrorCodes(valibotSchema),
  overrideAction: ({ valibotAction, jsonSchema, errors }) =>
    errors ? combinePatterns(valibotAction, jsonSchema) : null,
  overrideRef: (context) => `#/components/schemas/${context.referenceId}`,
};

/** Adds a text's second pattern; the converter supports only one. */
function combinePatterns(
  action: v.PipeAction<unknown, unknown, v.BaseIssue<unknown>>,
  schema: JsonSchema,
): JsonSchema | null {
  if (action.type !== 'regex' || !('requirement' in action)) return null;
  const { source } = action.requirement as RegExp;
  return { ...schema, allOf: [...(schema.allOf ?? []), { pattern: source }] };
}

/** Converts a record with a fixed list of keys; the converter supports only arbitrary keys. */
function convertKeyedRecord(schema: Schema): JsonSchema | null {
  if (schema.type !== 'record' || !('key' in schema) || !('value' in schema)) return null;
  return {
    type: 'object',
    propertyNames: toStandaloneSchema(schema.key as Schema),
    additionalProperties: toStandaloneSchema(schema.value as Schema),
  };
}

/** Lists only the codes that this server sends; clients also accept former names. */
function convertErrorCodes(schema: Schema): JsonSchema | null {
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
  readonly description?: string;
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
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}
type SecurityScheme = { readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'cookie'; readonly name: string }
);

/** Parts of an operation that differ between the app's and the console's documents. */
interface OperationContext {
  readonly tag: string;
  readonly description?: string;
  /** Name of the security scheme of calls that need a session. */
  readonly scheme: string;
  /** Headers of calls that need a session. */
  readonly headers: readonly Parameter[];
  /** Adds descriptions to the fields of a body or result. */
  readonly describe: typeof describeFields;
}

/** Builds the OpenAPI 3.1 document from the same table as the routes. */
export function buildOpenApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of [...allCalls, ...allPictures, ...allStreams]) {
    pathsOf(call).forEach((path, index) => {
      // Operation ids must be unique, so a call's second path gets its own id.
      const entry = {
        ...buildOperation(call, {
          tag: getSubject(call),
          scheme: 'session',
          headers: [deviceTime],
          describe: describeFields,
        }),
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
    Object.entries(toJsonSchemaDefs(namedSchemas, conversionConfig)).map(([name, schema]) => [
      name,
      describeFields(schema, [name]),
    ]),
  );
}

/** Returns the named schemas that the operations reference, directly or indirectly. */
export function findReferencedSchemas(paths: OpenApiDocument['paths']): Record<string, JsonSchema> {
  const allSchemas = namedJsonSchemas();
  const foundSchemas = new Map<string, JsonSchema>();
  const add = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = allSchemas[name];
      if (schema === undefined || foundSchemas.has(name)) continue;
      foundSchemas.set(name, schema);
      add(schema);
    }
  };
  add(paths);
  return Object.fromEntries(foundSchemas);
}

const session = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The `token` of a session: `requestSignInCode` sends a code, `signIn` exchanges it for a token, `refreshSession` renews it.',
} as const;

/** Describes a call. */
export function buildOperation(
  call: Call,
  { tag, description, scheme, headers, describe }: OperationContext,
): Operation {
  const body = buildRequestContent(call, describe);
  return {
    operationId: call.id,
    summary: call.summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: call.access === 'session' ? [{ [scheme]: [] }] : [],
    parameters: [
      ...buildParameters(call, 'path'),
      ...buildParameters(call, 'query'),
      ...(call.idempotent ? [idempotencyKey] : []),
      ...(call.access === 'session' ? headers : []),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      [call.status]: { description: 'Success.', content: buildSuccessContent(call, describe) },
      ...buildErrorResponses(call.errors),
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

const deviceTime: Parameter = {
  name: DEVICE_TIME_HEADER,
  in: 'header',
  required: false,
  description:
    'Time of the device’s clock, in milliseconds since 1970. If the clock is accurate to within 10 minutes, scan times count for campaigns.',
  schema: { type: 'integer', minimum: 0 },
};

function buildParameters(call: Call, location: 'path' | 'query'): Parameter[] {
  const schema = location === 'path' ? call.params : call.query;
  if (schema === undefined) return [];
  const object = toReferencingSchema(schema);
  const requiredFields = new Set(object.required);
  return Object.entries(object.properties ?? {}).map(([name, entry]) => {
    const description = parameterDescription(call.id, name);
    return {
      name,
      in: location,
      required: location === 'path' || requiredFields.has(name),
      ...(description !== undefined && { description }),
      schema: typeof entry === 'boolean' ? {} : entry,
    };
  });
}

function buildRequestContent(call: Call, describe: OperationContext['describe']): Content | null {
  if (call.body === undefined) return null;
  const path = [call.id, 'body'];
  if (isFileBody(call.body)) {
    return { 'multipart/form-data': { schema: describe(toFileSchema(call.body), path) } };
  }
  const list = findBareList(call);
  const body = toReferencingSchema(call.body);
  return jsonContent(
    describe(list === null ? body : { anyOf: [body, toReferencingSchema(list.schema)] }, path),
  );
}

const streams: readonly Call[] = [...allStreams, ...Object.values(operatorStreams)];

/**
 * Builds the content of a successful response. For a stream, that's the data of one event, because OpenAPI 3.1 can't
 * describe a sequence of events. For a picture, it's the SVG text.
 */
function buildSuccessContent(call: Call, describe: OperationContext['describe']): Content {
  const schema = describe(toReferencingSchema(call.result), [call.id, 'result']);
  if (allPictures.includes(call)) return { 'image/svg+xml': { schema } };
  return streams.includes(call) ? { 'text/event-stream': { schema } } : jsonContent(schema);
}

function toFileSchema(body: FileBody): JsonSchema {
  const fields = toReferencingSchema(body.fields);
  const file: JsonSchema = { type: 'string', contentMediaType: body.mediaTypes.join(', ') };
  return {
    ...fields,
    properties: { ...fields.properties, [body.field]: file },
    required: [...(fields.required ?? []), body.field],
  };
}

/** All errors share one schema; each status lists its codes. */
function buildErrorResponses(codes: readonly ApiErrorCode[]): Operation['responses'] {
  const codesByStatus = Map.groupBy(codes, (code) => apiErrorStatus[code]);
  return Object.fromEntries(
    [...codesByStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${apiErrorMessages[code]}`).join(' '),
        content: jsonContent({ $ref: '#/components/schemas/ApiFailure' }),
      },
    ]),
  );
}

function jsonContent(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}

/** Converts a schema, with references to the named ones. */
function toReferencingSchema(schema: Schema): JsonSchema {
  return stripMetaFields(toJsonSchema(schema, { ...conversionConfig, definitions: namedSchemas }));
}

/** Converts a schema without references. */
function toStandaloneSchema(schema: Schema): JsonSchema {
  return stripMetaFields(
    toJsonSchema(schema, { target: conversionConfig.target ?? 'draft-2020-12' }),
  );
}

function stripMetaFields({ $schema: _dialect, $defs: _shapes, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
