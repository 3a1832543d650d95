import type * as v from 'valibot';

type Schema = v.GenericSchema;
/** A step of a pipe: an action with what it asks, or a schema with a pipe of its own. */
interface Step {
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Step[];
}

/** The kinds of schema that requests are described by; who reads them throws for another kind. */
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

/** The same schema with its parts: valibot keeps them, but its general type does not tell of them. */
export function readSchema(schema: Schema): ContractSchema {
  return schema as unknown as ContractSchema;
}

const UUID_LENGTH = 36;

/** How long a text or a list may be by its schema's pipe; null where that does not say. */
export function maxLengthOf({ pipe = [] }: Pick<Step, 'pipe'>): number | null {
  const lengths = pipe.flatMap((step) => lengthOfStep(step) ?? []);
  return lengths.length === 0 ? null : Math.min(...lengths);
}

function lengthOfStep(step: Step): number | null {
  if (step.type === 'uuid') return UUID_LENGTH;
  if (step.type === 'max_length') return Number(step.requirement);
  return maxLengthOf(step);
}
