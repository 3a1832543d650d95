import { brand } from '#brand';
import { operatorCalls, operatorStreams } from '#schemas/operator/operator-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import {
  buildOperation,
  findReferencedSchemas,
  type OpenApiDocument,
  type Operation,
} from './openapi.ts';

/**
 * Builds the OpenAPI 3.1 document of the console's calls from the same declarations as its routes. Each operation
 * states the right and session it requires, and whether it needs approval.
 */
export function buildOperatorOpenApiDocument(version: string, cookie: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  const calls: readonly OperatorCall[] = Object.values({
    ...operatorCalls,
    ...operatorStreams,
  });
  for (const call of calls) {
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: buildOperation(call, {
        tag: getSubjectName(call),
        description: describeAccess(call),
        scheme: 'console',
        headers: [],
        // Descriptions are written for the app's fields; some names mean something else here.
        describe: (schema) => schema,
      }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} console`,
      version,
      description:
        'Operators’ console API. Records of countries in which you lack the required right are `not_found`. Every action is audited.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(getSubjectName))].map((name) => ({
      name,
      description: `Calls under \`/operator/v1/${name}\`.`,
    })),
    paths,
    components: {
      schemas: findReferencedSchemas(paths),
      securitySchemes: {
        console: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'Set by `signInOperator`; `signInWithPasskey` makes the session stronger.',
        },
      },
    },
  };
}

/** First part of the path after the version, such as `orders`. */
function getSubjectName({ path }: OperatorCall): string {
  return path.split('/')[3] ?? '';
}

function describeAccess({
  right,
  strength,
  isAction,
  secondPerson,
  readsPersonalData,
}: OperatorCall) {
  const session = {
    none: 'Needs no session.',
    weak: 'A session started by a code is enough.',
    passkey: 'Needs a session with a passkey.',
    recent: 'Needs a session with a passkey used in the last 5 minutes.',
  }[strength];
  const approval = {
    never: [],
    conditional: ['Some values need a second person’s approval.'],
    always: ['Needs a second person’s approval.'],
  }[secondPerson];
  return [
    ...(right === null ? [] : [`Needs the right \`${right}\`.`]),
    session,
    ...approval,
    ...(isAction ? ['Audited with the reason and the changes.'] : []),
    ...(readsPersonalData ? ['Returns personal data, and each read is audited.'] : []),
  ].join(' ');
}
