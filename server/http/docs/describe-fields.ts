import { type JsonSchema } from '@valibot/to-json-schema';
import { accountFields } from './account-fields.ts';
import { clubFields } from './club-fields.ts';
import { commonFields } from './common-fields.ts';
import { workFields } from './work-fields.ts';

/** All descriptions, by the field's name or by the end of its path. */
export const fieldDescriptions: ReadonlyMap<string, string> = new Map(
  [commonFields, accountFields, workFields, clubFields].flatMap((fields) => Object.entries(fields)),
);

/**
 * Adds a description to every property.
 * @param path names that lead from the call or schema to this part, such as `['getOrder', 'result']`
 */
export function describeFields(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const describePart = (part: JsonSchema | boolean) =>
    typeof part === 'boolean' ? part : describeFields(part, path);
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeProperties(properties, path) }),
    ...(items !== undefined && !Array.isArray(items) && { items: describePart(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: describePart(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(describePart) }),
    ...(oneOf && { oneOf: oneOf.map(describePart) }),
  };
}

function describeProperties(
  properties: NonNullable<JsonSchema['properties']>,
  path: readonly string[],
) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (typeof property === 'boolean') return [name, property];
      const propertyPath = [...path, name];
      const description = findDescription(propertyPath);
      const describedProperty = describeFields(property, propertyPath);
      return [
        name,
        description === undefined ? describedProperty : { ...describedProperty, description },
      ];
    }),
  );
}

/** Finds the description with the longest matching end of the path. */
function findDescription(path: readonly string[]): string | undefined {
  return path
    .map((_name, start) => fieldDescriptions.get(path.slice(start).join('.')))
    .find((description) => description !== undefined);
}
