import { type JsonSchema } from '@valibot/to-json-schema';
import { accountFields } from './account-fields.ts';
import { clubFields } from './club-fields.ts';
import { commonFields } from './common-fields.ts';
import { workFields } from './work-fields.ts';

/** All descriptions, by name or end of the path. */
export const fieldDescriptions: ReadonlyMap<string, string> = new Map(
  [commonFields, accountFields, workFields, clubFields].flatMap((fields) => Object.entries(fields)),
);

/**
 * Adds a description to every property.
 * @param path names from the call or schema to this part, such as `['getOrder', 'result']`
 */
export function describeFields(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const inner = (part: JsonSchema | boolean) =>
    typeof part === 'boolean' ? part : describeFields(part, path);
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeProperties(properties, path) }),
    ...(items !== undefined && !Array.isArray(items) && { items: inner(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: inner(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
  };
}

function describeProperties(
  properties: NonNullable<JsonSchema['properties']>,
  path: readonly string[],
) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (typeof property === 'boolean') return [name, property];
      const inner = [...path, name];
      const description = descriptionOf(inner);
      const described = describeFields(property, inner);
      return [name, description === undefined ? described : { ...described, description }];
    }),
  );
}

/** Finds the description with the longest matching end of the path. */
function descriptionOf(path: readonly string[]): string | undefined {
  return path
    .map((_name, from) => fieldDescriptions.get(path.slice(from).join('.')))
    .find((description) => description !== undefined);
}
