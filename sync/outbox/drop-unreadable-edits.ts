import * as v from 'valibot';

const editIds = v.object({ op_id: v.string(), base_op_id: v.string() });

/**
 * Removes unparsable edits from an item's list so they don't block the others. Rebases an edit that
 * follows a removed one onto the removed edit's base.
 * @param listName property name of the list
 */
export function dropUnreadableEdits(item: unknown, listName: string, schema: v.GenericSchema) {
  const { success, output } = v.safeParse(
    v.looseObject({ [listName]: v.array(v.unknown()) }),
    item,
  );
  if (!success) return { item, unreadableCount: 0 };
  const edits = output[listName] as unknown[];
  const bases = new Map<string, string>();
  const baseOf = (id: string) => bases.get(id) ?? id;
  const readableEdits = edits.flatMap((edit) => {
    const ids = v.safeParse(editIds, edit);
    const base = ids.success ? baseOf(ids.output.base_op_id) : null;
    if (!v.is(schema, edit)) {
      if (ids.success && base !== null) bases.set(ids.output.op_id, base);
      return [];
    }
    return [base === null ? edit : { ...(edit as object), base_op_id: base }];
  });
  return {
    item: { ...output, [listName]: readableEdits },
    unreadableCount: edits.length - readableEdits.length,
  };
}
