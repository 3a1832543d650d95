import type * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';

type Schema = v.GenericSchema;
/** A step of a pipe: an action with its requirement, or a schema with its own pipe. */
interface Step {
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Step[];
}

/** Kinds of schemas used in requests; readers throw for any other kind. */
type KnownSchema =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<readonly (string | number)[], undefined>
  | v.OptionalSchema<Schema, undefined>
  | v.NullableSchema<Schema, undefined>
  | v.ArraySchema<Schema, undefined>
  | v.UnionSchema<Schema[], undefined>
  | { readonly type: 'variant'; readonly options: readonly Schema[] }
  | v.ObjectSchema<Record<string, Schema>, undefined>;
type ContractSchema = KnownSchema & Pick<Step, 'pipe'>;

/** Exposes a schema's parts, which valibot's general type hides. */
export function inspectSchema(schema: Schema): ContractSchema {
  return schema as unknown as ContractSchema;
}

/**
 * Returns the name and schema of the list that a client may send instead of the whole body; null if the call has no
 * such list. Throws if the body has no field for the list.
 */
export function findBareList({ id, body, bareList }: Pick<Call, 'id' | 'body' | 'bareList'>) {
  if (bareList === null || body === undefined || isFileBody(body)) return null;
  const schema = inspectSchema(body);
  const list = schema.type === 'object' ? schema.entries[bareList] : undefined;
  if (list === undefined) throw new Error(`${id}: its body has no entry ${bareList}.`);
  return { name: bareList, schema: list };
}

const UUID_LENGTH = 36;

/** Maximum length that the schema's pipe sets for a text or list; null if it sets none. */
export function getMaxLength({ pipe = [] }: Pick<Step, 'pipe'>): number | null {
  const lengths = pipe.flatMap((step) => stepMaxLength(step) ?? []);
  return lengths.length === 0 ? null : Math.min(...lengths);
}

function stepMaxLength(step: Step): number | null {
  if (step.type === 'uuid') return UUID_LENGTH;
  if (step.type === 'max_length') return Number(step.requirement);
  return getMaxLength(step);
}
