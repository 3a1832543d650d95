import * as v from 'valibot';

const withId = v.object({ op_id: v.string(), base_op_id: v.string() });

/**
 * Removes unparsable edits from an item's list so they don't block the others. An edit based on a removed one
 * is rebased onto that one's base.
 * @param name property name of the list
 */
export function dropUnreadableEdits(item: unknown, name: string, schema: v.GenericSchema) {
  const { success, output } = v.safeParse(v.looseObject({ [name]: v.array(v.unknown()) }), item);
  if (!success) return { item, unreadable: 0 };
  const all = output[name] as unknown[];
  const bases = new Map<string, string>();
  const baseOf = (id: string) => bases.get(id) ?? id;
  const readable = all.flatMap((edit) => {
    const ids = v.safeParse(withId, edit);
    const base = ids.success ? baseOf(ids.output.base_op_id) : null;
    if (!v.is(schema, edit)) {
      if (ids.success && base !== null) bases.set(ids.output.op_id, base);
      return [];
    }
    return [base === null ? edit : { ...(edit as object), base_op_id: base }];
  });
  return { item: { ...output, [name]: readable }, unreadable: all.length - readable.length };
}
