import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls, operatorStreams } from '#schemas/operator/operator-calls.ts';
import { type OpenApiDocument } from '#server/http/docs/openapi.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

let server: TestConsole;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await startConsole();
  const viewer = await server.startSession(await server.addOperator(grantsOf('viewer')));
  const { result } = await server.operate(operatorCalls.getOperatorApi, {}, viewer);
  // Safe: the call's schema accepts any document.
  document = result as unknown as OpenApiDocument;
});
afterAll(() => server.close());

const allCalls: readonly OperatorCall[] = Object.values({
  ...operatorCalls,
  ...operatorStreams,
});
const operationOf = ({ path, method }: OperatorCall) =>
  document.paths[path]?.[method.toLowerCase()];

describe('the OpenAPI document of the console', () => {
  test('is returned to signed-in operators only', async () => {
    const { code } = await server.operate(operatorCalls.getOperatorApi, {}, null);
    expect(code).toBe('unauthorised');
  });

  test('describes every call once', () => {
    const describedCalls = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(describedCalls.toSorted()).toEqual(allCalls.map(({ id }) => id).toSorted());
  });

  test.each(allCalls)('states what $id needs', (call) => {
    const { description = '', security, tags } = operationOf(call) ?? {};
    expect(description.includes('Needs the right')).toBe(call.right !== null);
    expect(description).toContain(call.right ?? 'session');
    expect(description.includes('second person')).toBe(call.secondPerson !== 'never');
    expect(description.includes('Audited')).toBe(call.isAction);
    expect(security).toEqual(call.strength === 'none' ? [] : [{ console: [] }]);
    expect(document.tags.map(({ name }) => name)).toContain(tags?.[0]);
  });

  test('declares the parameters of every path, and every error code', () => {
    for (const call of allCalls) {
      const operation = operationOf(call);
      const namedParameters = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declaredParameters = operation?.parameters.filter(
        (parameter) => parameter.in === 'path',
      );
      expect(declaredParameters?.map(({ name }) => name)).toEqual(namedParameters);
      const responses = JSON.stringify(operation?.responses);
      for (const code of call.errors) expect(responses).toContain(`\`${code}\``);
    }
  });

  test('contains every schema that it references', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const referencedNames = new Set([...references].map(([, name = '']) => name));
    expect(new Set(Object.keys(document.components.schemas))).toEqual(referencedNames);
  });
});
