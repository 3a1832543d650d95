/** Names of all fields of a valibot schema, including nested ones. */
export function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { entries, wrapped, item, options } = schema as Record<string, unknown>;
  const ownEntries = typeof entries === 'object' && entries !== null ? Object.entries(entries) : [];
  return [
    ...ownEntries.flatMap(([name, inner]) => [name, ...namesIn(inner)]),
    ...namesIn(wrapped),
    ...namesIn(item),
    ...(Array.isArray(options) ? options.flatMap(namesIn) : []),
  ];
}
